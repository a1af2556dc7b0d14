import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '@koinonia/kit/stores/database.ts';
import type { FileAbout, FileStore } from '@koinonia/kit/files/file-store.ts';
import { noRoomForFiles, noRoomInDatabase } from '@koinonia/kit/stores/no-room.ts';
import { slicesOf } from '@koinonia/kit/work/slices.ts';
import { storeMark } from '@koinonia/media/objects/object-names.ts';
import pg from 'pg';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { type ArchiveEntry, readArchive } from './archive.ts';
import { BackupError, messageOf } from './backup-error.ts';
import { connectTo } from './database-connection.ts';
import { describeContent } from './describe-database.ts';
import { About, DatabaseAbout, End, entryNames, filePrefix, formatVersion, rowsPrefix, typeHeader } from './format.ts';
import { loadRows, type RowsLoader } from './load-rows.ts';
import { parts } from './parts.ts';

export interface RestoreTarget {
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly log: Logger;
  /** Gives up the restore, and takes back what is there by then. */
  readonly ending?: AbortSignal;
  /** Tells a person what goes on. */
  readonly say?: (text: string) => void;
}

interface Restored extends End, Pick<About, 'madeAt'> {
  /** What is in the backup but not part of Koinonia: it was left out. */
  readonly strangers: readonly string[];
}

/** Ms after which a connection that was cut is no longer listed. */
const goneWithin = 2000;

/** Deletions that are under way at the same time: a command that ends has only seconds for all of them. */
const deletionsAtOnce = 16;

/** Said to a person who must empty the file store by hand. */
const emptyIt = 'Delete all files before the next try: in the bucket, or in the folder `files` of DATA_DIR.';

/**
 * Restores a backup into empty stores: a database in which nobody has signed in, a file store without files. The rows are
 * committed in one transaction, after the whole archive has been read; an earlier failure leaves empty stores for a retry,
 * since the files that were stored by then are deleted again. Only a process that is killed, or ends by force before that is
 * done, leaves them there.
 * Resolves with the amounts, with what was left out, and with the time of the backup: access that people have lost since
 * then is back.
 * Throws `BackupError` when the stores are in use, not empty or full, or the backup is incomplete or of a newer version.
 */
export async function restore(input: Readable, target: RestoreTarget, key: string | undefined): Promise<Restored> {
  await requireEmpty(target);
  const { client, reasonOf, goThrough } = await connectTo(target.databaseUrl, 'koinonia restore', target.ending);
  const files = createFilesRestore(target);
  try {
    const end = await putBack(readArchive(input, key, target.ending), { ...target, files }, client)
      .then((all) => {
        goThrough();
        return all;
      })
      .catch((error: unknown) => files.takeBack(reasonOf(error)));
    await client.query('commit').catch(sayInDoubt);
    return end;
  } finally {
    await client.end();
  }
}

type FilesRestore = ReturnType<typeof createFilesRestore>;

function createFilesRestore({ files: store, say }: RestoreTarget) {
  const put = new Set<string>();
  return {
    async put(name: string, content: Readable, about: FileAbout) {
      // Noted before it is stored: a store that fails may have stored it all the same.
      put.add(name);
      await store.put(name, content, about);
    },
    /** Deletes the incomplete files that the archive itself calls missing. Resolves with the number of the others. */
    async withoutMissing(missing: End['missing']): Promise<number> {
      for (const { name } of missing) {
        if (put.has(name)) await store.delete(name);
        put.delete(name);
      }
      return put.size;
    },
    /** Removes the mark of the database that the files belonged to. */
    async unmark(): Promise<void> {
      if (put.delete(storeMark)) await store.delete(storeMark);
    },
    /** Deletes what was put, and rejects with the failure that caused this. */
    async takeBack(failure: unknown): Promise<never> {
      // Before, since nothing is said any more when the process is killed, or has no more time.
      if (put.size > 0)
        say?.(`Deleting the ${put.size} file(s) restored so far. If nothing more is said, some are left. ${emptyIt}`);
      const remove = (name: string) =>
        store.delete(name).catch((cause: unknown) => {
          const still = `The files that were already restored are still there (${name}: ${messageOf(cause)}).`;
          throw new BackupError(`${messageOf(failure)}\n${still} ${emptyIt}`, { cause: failure });
        });
      for (const some of slicesOf(Array.from(put), deletionsAtOnce)) await Promise.all(some.map(remove));
      throw withRemedy(failure);
    },
  };
}

/** A commit that fails may have been stored all the same, so its files stay. */
function sayInDoubt(failure: unknown): never {
  const again = noRoomInDatabase(failure) ? 'Free some space and run' : 'Run';
  throw new BackupError(
    `The database failed at the last step (${messageOf(failure)}), which may have been done all the same. ` +
      `${again} the same command again: if the database is not empty then, all of it was restored.`,
    { cause: failure },
  );
}

/** Says what to do about a full store, once nothing of the backup is in it any more. */
function withRemedy(failure: unknown): unknown {
  const inDatabase = noRoomInDatabase(failure);
  const noRoom = inDatabase ?? noRoomForFiles(failure);
  if (!noRoom) return failure;
  return new BackupError(
    `The ${inDatabase ? 'database' : 'file store'} has no room for what is in the backup (${noRoom.message}). ` +
      'Nothing of it was kept. Free some space and run the same command again.',
    { cause: failure },
  );
}

type PutBackTarget = Omit<RestoreTarget, 'files'> & { readonly files: FilesRestore };

async function putBack(
  entries: AsyncIterable<ArchiveEntry>,
  target: PutBackTarget,
  client: pg.Client,
): Promise<Restored> {
  let about: About | undefined;
  let rows: RowsLoader | undefined;
  let end: End | undefined;
  // Read to the last byte, even after the last entry: the checksum follows it.
  for await (const { name, size, pax, content } of entries) {
    if (name === entryNames.about) {
      about = await read(About, content);
      requireKnownFormat(about);
    } else if (!about) throw new BackupError('This is not a backup of Koinonia.');
    else if (name.startsWith(filePrefix)) {
      const contentType = pax[typeHeader] ?? 'application/octet-stream';
      await target.files.put(name.slice(filePrefix.length), content, { size, contentType });
    } else if (name === entryNames.database)
      rows = await prepareDatabase(await read(DatabaseAbout, content), target, client);
    else if (name.startsWith(rowsPrefix)) await rows?.add(name.slice(rowsPrefix.length).split('/')[0] ?? '', content);
    else if (name === entryNames.end) {
      end = withoutRows(await read(End, content), rows?.strangers ?? []);
      requireAll(end, { files: await target.files.withoutMissing(end.missing), rows: (await rows?.end()) ?? {} });
      await becomeAnother(client, target.files);
    }
  }
  if (!about || !end) throw new BackupError('This backup is incomplete: it ends too early.');
  return { ...end, madeAt: about.madeAt, strangers: rows?.strangers ?? [] };
}

/**
 * Makes the restored database distinct from the one that was backed up: if it is given the original's store by mistake, its
 * media must not delete from it. Media then finds out again whose the restored files are.
 */
async function becomeAnother(client: pg.Client, files: FilesRestore): Promise<void> {
  await files.unmark();
  const { rows } = await client.query<{ there: string | null }>(`select to_regclass('media.file_store') as there`);
  if (rows[0]?.there) await client.query('update media.file_store set id = gen_random_uuid()');
}

async function read<Schema extends z.ZodType>(schema: Schema, content: Readable): Promise<z.infer<Schema>> {
  return schema.parse(JSON.parse((await buffer(content)).toString()));
}

function requireKnownFormat({ format }: About): void {
  if (format !== formatVersion) {
    throw new BackupError(`This backup has format ${format}; this version of Koinonia reads format ${formatVersion}.`);
  }
}

const withoutRows = (end: End, tables: readonly string[]): End => ({
  ...end,
  rows: Object.fromEntries(Object.entries(end.rows).filter(([table]) => !tables.includes(table))),
});

function requireAll(end: End, restored: Pick<End, 'files' | 'rows'>): void {
  // Earlier versions may have counted too few rows.
  const short = Object.entries(end.rows).filter(([table, count]) => (restored.rows[table] ?? 0) < count);
  if (short.length === 0 && end.files === restored.files) return;
  throw new BackupError(
    `This backup is incomplete: some of ${[...short.map(([table]) => `the rows of ${table}`), 'the files'][0]} are missing.`,
  );
}

function requireKnownMigrations(about: DatabaseAbout): void {
  for (const [schema, seen] of Object.entries(about.migrations)) {
    const unknown = seen.filter((name) => !(name in (parts[schema] ?? {})));
    if (unknown.length === 0) continue;
    throw new BackupError(
      `This backup is of a newer version of Koinonia (${schema}: ${unknown.join(', ')}). Use that version.`,
    );
  }
}

/** Recreates each schema as it was at the time of the backup. Services that start later bring it up to date. */
async function prepareDatabase(about: DatabaseAbout, target: PutBackTarget, client: pg.Client): Promise<RowsLoader> {
  requireKnownMigrations(about);
  // A service that was started here may have brought the empty schema up to a newer version than the backup's.
  for (const schema of Object.keys(parts)) {
    await client.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade`);
  }
  for (const [schema, seen] of Object.entries(about.migrations)) {
    const made = Object.fromEntries(Object.entries(parts[schema] ?? {}).filter(([name]) => seen.includes(name)));
    await migrate({ url: target.databaseUrl, schema, migrations: made, log: target.log });
  }
  await client.query('begin');
  return loadRows(client, about, await describeContent(client));
}

/** Nobody may be using the database, and nobody may ever have signed in. */
async function requireEmpty({ databaseUrl, files }: RestoreTarget): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const names = await namesOfUsers(client);
    if (names.length > 0) {
      throw new BackupError(`The database is in use (${names.join(', ')}). Stop the product first.`);
    }
    await requireOurs(client);
    const there = await client.query<{ users: string | null }>(`select to_regclass('identity.users') as users`);
    if (there.rows[0]?.users) {
      const people = await client.query('select from identity.users limit 1');
      if (people.rowCount)
        throw new BackupError('The database is not empty. Restore into one that nobody has signed in to.');
    }
  } finally {
    await client.end();
  }
  for await (const name of files.list('')) {
    throw new BackupError(
      `The files are not empty (${name} is there). Restore into a store without files.
If a restore into this place was killed, it left them. ${emptyIt}`,
    );
  }
}

/** The schemas are recreated, so somebody else's schema that happens to have the same name would be lost. */
async function requireOurs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname as name from pg_namespace n
     where n.nspname = any ($1) and exists (select from pg_class c where c.relnamespace = n.oid)
       and not exists (select from pg_class c where c.relnamespace = n.oid and c.relname = 'kysely_migration')
     order by 1`,
    [Object.keys(parts)],
  );
  if (rows.length === 0) return;
  throw new BackupError(
    `The database has a schema ${rows.map(({ name }) => name).join(', ')} that is not Koinonia's. Restore into another database.`,
  );
}

/** Who is using the database. A connection that was cut, as by an earlier failed try, stays listed for a moment. */
async function namesOfUsers(client: pg.Client): Promise<string[]> {
  for (const giveUpAt = performance.now() + goneWithin; ;) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'koinonia %'`,
    );
    if (rows.length === 0 || performance.now() > giveUpAt) return rows.map(({ name }) => name);
    await wait(50);
  }
}
