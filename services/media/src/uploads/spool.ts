import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@koinonia/kit/errors.ts';
import { texts } from '../texts.ts';

const leftoverAfter = 3_600_000;

/** Where files lie on this machine for as long as somebody works on them; what a crash leaves is taken away later. */
export interface Spool {
  /** Gives `work` a folder of its own, which is gone when `work` has ended. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Throws `insufficient_storage` when the disk is as full as it may get. */
  requireRoom(): Promise<void>;
  /** Takes away what is older than an hour: no work lasts so long, and other processes may use the same folder. */
  sweep(): Promise<void>;
}

export async function createSpool(options: { folder: string; diskFullPercent: number }): Promise<Spool> {
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });

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

/** The disk may also fill up in the middle, here or in the store. */
function tellFullDisk(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'XMinioStorageFull') throw diskFull(error);
  throw error;
}
