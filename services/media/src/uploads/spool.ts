import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@koinonia/kit/errors.ts';
import { makeFolder } from '@koinonia/kit/files/make-folder.ts';
import { texts } from '../texts.ts';

const leftoverAfter = 3_600_000;

/** Temporary files on this machine while they are processed; remains of a crash are deleted later. */
export interface Spool {
  /** Runs `work` with its own folder, which is deleted when `work` has ended. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Throws `insufficient_storage` when the disk has reached its limit. */
  requireRoom(): Promise<void>;
  /** Deletes files older than an hour: no work takes that long, and other processes may use the same folder. */
  sweep(): Promise<void>;
}

export async function createSpool(options: { folder: string; diskFullPercent: number }): Promise<Spool> {
  const { folder } = options;
  await makeFolder(folder, 0o700);

  return {
    async use(work) {
      const own = await mkdtemp(join(folder, 'work-')).catch(tellFullDisk);
      try {
        return await work(own).catch(tellFullDisk);
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    },

    async requireRoom() {
      const { blocks, bavail } = await statfs(folder);
      if ((1 - bavail / blocks) * 100 >= options.diskFullPercent) throw diskFull();
    },

    async sweep() {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const about = await stat(path).catch(() => null);
        if (about && about.mtimeMs < Date.now() - leftoverAfter) await rm(path, { recursive: true, force: true });
      }
    },
  };
}

const diskFull = (cause?: unknown) => new AppError('insufficient_storage', texts.diskFull, { cause, retryAfter: 300 });

/** The disk may also become full during the work, here or in the store. */
function tellFullDisk(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'XMinioStorageFull') throw diskFull(error);
  throw error;
}
