import { readFile, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@koinonia/kit/process/config.ts';
import { makeFolder } from '@koinonia/kit/files/make-folder.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';

const leastFree = 100 * 1024 * 1024;

export interface DataDir {
  readonly path: string;
  release(): void;
}

/** Another process holds the data folder. */
export class DataInUse extends PlainError {}

/**
 * Creates the data folder and locks it for this process alone. Throws `DataInUse` when another process holds it, and in plain
 * words when it cannot be used; nothing is locked then.
 */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await makeFolder(path);
    const lock = await holdLock(path);
    try {
      await writeFile(join(path, 'solo.pid'), `${process.pid}\n`);
      await checkSpace(path);
    } catch (error) {
      lock.close();
      throw error;
    }
    return { path, release: () => lock.close() };
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new ConfigError(`DATA_DIR: ${path} cannot be used (${error.message})`, { cause: error });
  }
}

/** Except for a full disk, which has a message of its own. */
const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code !== 'ENOSPC';

/** SQLite's code 5: another process has locked the file. */
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5;

/**
 * Two processes on one folder would ruin each other's data. Node has no flock, so an exclusive transaction of SQLite is used:
 * the kernel releases it when the process ends in any way, so a start never fails because of a stale lock.
 */
async function holdLock(path: string): Promise<DatabaseSync> {
  const file = join(path, 'solo.lock');
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw new ConfigError(`DATA_DIR: ${file} cannot be used (${String(cause)})`, { cause });
    const holder = (await readFile(join(path, 'solo.pid'), 'utf8').catch(() => '')).trim();
    throw new DataInUse(
      `The data in ${path} is in use: the product runs already${holder && ` (process ${holder})`}. ` +
        'Stop that one first, or give this one a folder of its own with DATA_DIR.',
      { cause },
    );
  }
}

async function checkSpace(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  if (bavail * bsize >= leastFree) return;
  const left = Math.floor((bavail * bsize) / 1024 / 1024);
  throw new PlainError(`The disk that holds ${path} is full (${left} MB left). Free at least 100 MB and start again.`);
}
