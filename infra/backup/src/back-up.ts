import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { createFilesBackup } from './back-up-files.ts';
import { connectTo } from './database-connection.ts';
import { describeDatabase } from './describe-database.ts';
import {
  type About,
  type DatabaseAbout,
  type End,
  entryNames,
  formatVersion,
  fullName,
  rowsPrefix,
  type TableAbout,
} from './format.ts';
import { leftOut } from './parts.ts';

/** Rows are stored in pieces of about this many bytes: a tar entry needs its length in advance. */
const pieceLength = 4 * 1024 * 1024;
/** Ms within which media finishes every image or gives it up. */
const imagesEndWithin = 120_000;

export interface BackupSource {
  readonly databaseUrl: string;
  readonly files: FileStore;
  /** Gives up the backup. */
  readonly ending?: AbortSignal;
}

/**
 * Writes all of the product's data to `output`, while the product is running. The database is read as of one moment. Files
 * are read before that moment, and new ones after it, so that every file that a row names is included; a restored file
 * without a row is deleted later by the sweep. `key`: encrypts. Resolves with the amounts, and with the files that are
 * missing because they cannot be read.
 */
export async function backUp(source: BackupSource, output: Writable, key: string | undefined): Promise<End> {
  const archive = writeArchive(output, key, source.ending);
  const about: About = { format: formatVersion, madeAt: new Date().toISOString() };
  await archive.add(entryNames.about, json(about));
  const files = createFilesBackup(source.files, archive);
  await files.addNew();
  const rows = await backUpDatabase(source, archive);
  await files.addNew();
  const end: End = { rows, ...files.soFar() };
  await archive.add(entryNames.end, json(end));
  await archive.end();
  return end;
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function backUpDatabase(source: BackupSource, archive: ArchiveWriter): Promise<End['rows']> {
  const { client, reasonOf } = await connectTo(source.databaseUrl, 'koinonia backup', source.ending);
  try {
    const about = await beginToRead(client);
    await archive.add(entryNames.database, json(about));
    const rows: End['rows'] = {};
    for (const table of about.tables) {
      if (!leftOut.has(fullName(table))) rows[fullName(table)] = await backUpTable(client, table, archive);
    }
    await client.query('commit');
    return rows;
  } catch (error) {
    throw reasonOf(error);
  } finally {
    await client.end();
  }
}

/**
 * Begins the transaction that sees the database as of one moment: a moment at which no image is being worked on. The original
 * of such an image is deleted as soon as its variants exist, so it could be gone before it is read, and the variants unknown
 * to the rows.
 */
async function beginToRead(client: pg.Client): Promise<DatabaseAbout> {
  for (const giveUpAt = performance.now() + imagesEndWithin; ; await wait(500)) {
    await client.query('begin isolation level repeatable read read only');
    const about = await describeDatabase(client);
    const pending = await client.query("select from media.uploads where state = 'pending' and stored limit 1");
    if (!pending.rowCount || performance.now() > giveUpAt) return about;
    await client.query('rollback');
  }
}

async function backUpTable(client: pg.Client, table: TableAbout, archive: ArchiveWriter): Promise<number> {
  const copied = client.query(copyTo(copyStatement(table, 'to stdout')));
  let pieces: Buffer[] = [];
  let [length, number] = [0, 0];
  async function flush() {
    if (length === 0) return;
    number += 1;
    await archive.add(`${rowsPrefix}${fullName(table)}/${String(number).padStart(6, '0')}`, Buffer.concat(pieces));
    [pieces, length] = [[], 0];
  }
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    pieces.push(chunk);
    length += chunk.length;
    if (length >= pieceLength) await flush();
  }
  await flush();
  // Their number may come later than the rows themselves, but not later than the answer to another statement.
  await client.query('select');
  return copied.rowCount;
}

/** The COPY statement of a table, with named columns, so that their order does not matter. */
export function copyStatement({ schema, name, columns }: TableAbout, direction: 'to stdout' | 'from stdin'): string {
  const quoted = (word: string) => pg.escapeIdentifier(word);
  return `copy ${quoted(schema)}.${quoted(name)} (${columns.map(quoted).join(', ')}) ${direction}`;
}
