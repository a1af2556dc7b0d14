import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@koinonia/kit/errors.ts';
import { makeFolder } from '@koinonia/kit/files/make-folder.ts';
import { texts } from '../texts.ts';
import { roomUntil } from './disk-room.ts';

const leftoverAfter = 3_600_000;

/** Temporary files on this machine while they are processed; remains of a crash are deleted later. */
export interface Spool {
  /** Runs `work` with its own folder, which is deleted when `work` has ended. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /**
   * The same for a file that is received, with room kept for so many bytes. Throws `insufficient_storage` when they do not
   * fit, and `unavailable` when only other files that are being received are in the way.
   */
  useFor<T>(bytes: number, work: (folder: string) => Promise<T>): Promise<T>;
  /** Deletes files older than an hour: no work takes that long, and other processes may use the same folder. */
  sweep(): Promise<void>;
}

export async function createSpool(options: { folder: string; diskFullPercent: number }): Promise<Spool> {
  const { folder } = options;
  await makeFolder(folder, 0o700);
  /** The folders of files that are being received, and the bytes that each may take. */
  const receiving = new Map<string, number>();

  async function keepRoom(own: string, bytes: number): Promise<void> {
    // In this order: what arrives in between counts twice, never not at all.
    const arrived = new Map(
      await Promise.all([...receiving.keys()].map(async (one) => [one, await sizeOf(one)] as const)),
    );
    const room = roomUntil(options.diskFullPercent, await statfs(folder));
    let [toCome, cameSoFar] = [0, 0];
    for (const [one, whole] of receiving) {
      const come = arrived.get(one) ?? 0;
      cameSoFar += come;
      toCome += Math.max(0, whole - come);
    }
    if (bytes > room + cameSoFar) throw diskFull();
    if (bytes > room - toCome) throw othersFirst();
    receiving.set(own, bytes);
  }

  async function use<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const own = await mkdtemp(join(folder, 'work-')).catch(tellFullDisk);
    try {
      return await work(own).catch(tellFullDisk);
    } finally {
      await rm(own, { recursive: true, force: true }).finally(() => receiving.delete(own));
    }
  }

  return {
    use,

    useFor: (bytes, work) =>
      use(async (own) => {
        await keepRoom(own, bytes);
        return work(own);
      }),

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

const othersFirst = () => new AppError('unavailable', texts.othersFirst, { retryAfter: 10 });

/** Bytes of the files in a folder, which may be deleted meanwhile. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The disk may also become full during the work, here or in the store. */
function tellFullDisk(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'XMinioStorageFull') throw diskFull(error);
  throw error;
}
