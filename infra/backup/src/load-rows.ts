import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyStatement } from './back-up.ts';
import { type DatabaseAbout, fullName } from './format.ts';

export interface RowsLoader {
  /** The next piece of a table's rows. */
  add(table: string, piece: Readable): Promise<void>;
  /** After the last piece; resolves with the number of rows by table. */
  end(): Promise<Record<string, number>>;
}

/** Fills the tables within `client`'s transaction. Rows that migrations have inserted are deleted first. */
export async function loadRows(client: pg.Client, about: DatabaseAbout): Promise<RowsLoader> {
  const tables = new Map(about.tables.map((table) => [fullName(table), table]));
  await client.query(
    `truncate ${about.tables.map(({ schema, name }) => `${schema}.${pg.escapeIdentifier(name)}`).join(', ')}`,
  );
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
    const done = new Promise<void>((resolve, reject) => copy.once('finish', resolve).once('error', reject));
    done.catch(() => {});
    // By itself it would go on to write what waits, to a connection that it has let go of: that ends the process.
    copy.once('error', () => copy.destroy());
    return { table: name, copy, done };
  }

  return {
    async add(table, piece) {
      if (open?.table !== table) {
        await close();
        open = begin(table);
      }
      // A piece may end in the middle of a row: only after the last one is the copy at its end.
      await Promise.race([pour(piece, open.copy), open.done]);
    },
    async end() {
      await close();
      for (const { schema, name, last, called } of about.sequences) {
        await client.query('select setval($1::regclass, $2, $3)', [
          `${schema}.${pg.escapeIdentifier(name)}`,
          last,
          called,
        ]);
      }
      return counts;
    },
  };
}

/** Not by `pipeline`: of one that does not end its target, some listeners stay there, and a table has many pieces. */
async function pour(piece: Readable, into: Writable): Promise<void> {
  for await (const bytes of piece) if (!into.write(bytes)) await once(into, 'drain');
}
