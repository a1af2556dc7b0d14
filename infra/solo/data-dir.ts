import { readFile, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@koinonia/kit/config.ts';
import { makeFolder } from '@koinonia/kit/files/make-folder.ts';
import { PlainError } from './plain-error.ts';

const leastFree = 100 * 1024 * 1024;

export interface DataDir {
  readonly path: string;
  release(): void;
}

/** Creates the data folder and locks it for this process alone. Throws in plain words when it cannot. */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await makeFolder(path);
    const lock = await holdLock(path);
    await writeFile(join(path, 'solo.pid'), `${process.pid}\n`);
    await checkSpace(path);
    return { path, release: () => lock.close() };
  } catch (error) {
    if (error instanceof PlainError || !(error instanceof Error) || !('code' in error) || error.code === 'ENOSPC')
      throw error;
    throw new ConfigError(`DATA_DIR: ${path} cannot be used (${error.message})`, { cause: error });
  }
}

/**
 * Two processes on one folder would ruin each other's data. Node has no flock, so an exclusive transaction of SQLite is used:
 * the kernel releases it when the process ends in any way, so a start never fails because of a stale lock.
 */
async function holdLock(path: string): Promise<DatabaseSync> {
  const lock = new DatabaseSync(join(path, 'solo.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    const holder = (await readFile(join(path, 'solo.pid'), 'utf8').catch(() => '')).trim();
    throw new PlainError(
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
