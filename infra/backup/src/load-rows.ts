import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyStatement } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { type DatabaseAbout, fullName } from './format.ts';
import { addColumns, dropColumns, identifier, withoutStrangers } from './strangers.ts';

export interface RowsLoader {
  /** The next piece of a table's rows. */
  add(table: string, piece: Readable): Promise<void>;
  /** After the last piece; resolves with the number of rows by table. */
  end(): Promise<Record<string, number>>;
  /** Tables that no migration has made, and columns of others. They are left out. */
  readonly strangers: readonly string[];
}

type Content = Pick<DatabaseAbout, 'tables' | 'sequences'>;

/** Fills those tables that were `made`, within `client`'s transaction. Rows that migrations inserted are deleted first. */
export async function loadRows(client: pg.Client, about: Content, made: Content): Promise<RowsLoader> {
  const { strangeTables, strangeColumns, sequences, ...known } = withoutStrangers(about, made);
  const tables = new Map(known.tables.map((table) => [fullName(table), table]));
  await client.query(`truncate ${known.tables.map(identifier).join(', ')}`);
  await addColumns(client, strangeColumns);
  const counts: Record<string, number> = {};
  let open: { table: string; copy: ReturnType<typeof copyFrom>; done: Promise<void> } | undefined;

  async function close() {
    if (!open) return;
    open.copy.end();
    await open.done;
    counts[open.table] = open.copy.rowCount;
    open = undefined;
  }

  function begin(name: string) {
    const table = tables.get(name);
    if (!table) throw new Error(`rows of a table that was not described: ${name}`);
    const copy = client.query(copyFrom(copyStatement(table, 'from stdin')));
    const done = new Promise<void>((resolve, reject) =>
      copy.once('finish', resolve).once('error', (error) => reject(plainly(name, error))),
    );
    done.catch(() => {});
    // Otherwise it would still write its queue to a connection that it has released, which ends the process.
    copy.once('error', () => copy.destroy());
    return { table: name, copy, done };
  }

  return {
    strangers: [...strangeTables, ...strangeColumns.map(({ table, column }) => `${fullName(table)}.${column}`)],
    async add(table, piece) {
      if (strangeTables.includes(table)) return finished(piece.resume());
      if (open?.table !== table) {
        await close();
        open = begin(table);
      }
      // A piece may end in the middle of a row: the copy ends only after the last one.
      await Promise.race([pour(piece, open.copy), open.done]);
    },
    async end() {
      await close();
      await dropColumns(client, strangeColumns);
      for (const { last, called, ...sequence } of sequences)
        await client.query('select setval($1::regclass, $2, $3)', [identifier(sequence), last, called]);
      return counts;
    },
  };
}

/** SQLSTATE classes: a value of a wrong form, and one that breaks a constraint. */
const refusals = /^2[23]/;

/** Names the table of a row that PostgreSQL refuses. Its own error would show what is in the row. */
function plainly(table: string, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !refusals.test(error.code ?? '')) return error;
  return new BackupError(`The database refuses a row of ${table}: ${error.message.replace(/: ".*/s, '')}.`);
}

/** Not by `pipeline`: when it does not end its target, it leaves listeners there, and a table has many pieces. */
async function pour(piece: Readable, into: Writable): Promise<void> {
  for await (const bytes of piece) if (!into.write(bytes)) await once(into, 'drain');
}
