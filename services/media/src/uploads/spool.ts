import { lstat, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@koinonia/kit/errors.ts';
import { ConfigError } from '@koinonia/kit/process/config.ts';
import { makeFolder } from '@koinonia/kit/files/make-folder.ts';
import { noRoomForFiles } from '@koinonia/kit/stores/no-room.ts';
import { texts } from '../texts.ts';
import { roomUntil } from './disk-room.ts';

const leftoverAfter = 3_600_000;
/** The part of the room that several files of one person may take: otherwise one could keep it from everybody. */
const share = 1 / 4;

export interface ExpectedFile {
  readonly ownerId: string;
  readonly bytes: number;
}

/** Temporary files on this machine while they are processed; remains of a crash are deleted later. */
export interface Spool {
  /** Runs `work` with its own folder, which is deleted when `work` has ended. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /**
   * The same for a file that is being received, with room kept for its bytes. Throws `insufficient_storage` when they do not
   * fit, `too_many_requests` when the same person's other files take their share of the room, and `unavailable` when only
   * other people's files that are being received are in the way.
   */
  useFor<T>(file: ExpectedFile, work: (folder: string) => Promise<T>): Promise<T>;
  /** Deletes what nothing has been written to for an hour; other processes may use the same folder. */
  sweep(): Promise<void>;
}

export async function createSpool(options: { folder: string; diskFullPercent: number }): Promise<Spool> {
  const { folder } = options;
  await makeFolder(folder, 0o700);
  await requireOwn(folder);
  /** The folders of files that are being received. */
  const receiving = new Map<string, ExpectedFile>();

  async function keepRoom(own: string, file: ExpectedFile): Promise<void> {
    // In this order, what arrives in between counts twice rather than not at all.
    const arrived = new Map(
      await Promise.all([...receiving.keys()].map(async (one) => [one, await sizeOf(one)] as const)),
    );
    const room = roomUntil(options.diskFullPercent, await statfs(folder));
    let [toCome, cameSoFar, ofSamePerson] = [0, 0, 0];
    for (const [one, { ownerId, bytes }] of receiving) {
      const come = arrived.get(one) ?? 0;
      cameSoFar += come;
      toCome += Math.max(0, bytes - come);
      if (ownerId === file.ownerId) ofSamePerson += bytes;
    }
    const whole = room + cameSoFar;
    if (file.bytes > whole) throw diskFull();
    if (ofSamePerson > 0 && ofSamePerson + file.bytes > whole * share) throw ownFirst();
    if (file.bytes > room - toCome) throw othersFirst();
    receiving.set(own, file);
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

    useFor: (file, work) =>
      use(async (own) => {
        await keepRoom(own, file);
        return work(own);
      }),

    async sweep() {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if ((await lastWritten(path)) < Date.now() - leftoverAfter) await rm(path, { recursive: true, force: true });
      }
    },
  };
}

/** Where anybody may make a folder, as in `/tmp`, somebody else could have made it, to exchange the files in it. */
async function requireOwn(folder: string): Promise<void> {
  const isShared = ((await stat(dirname(folder))).mode & 0o002) !== 0;
  const about = await lstat(folder);
  if (!isShared || (about.isDirectory() && about.uid === process.getuid?.() && (about.mode & 0o022) === 0)) return;
  throw new ConfigError(`DATA_DIR: is not set, and ${folder} belongs to somebody else: set it, or delete that folder`);
}

const diskFull = (cause?: unknown) => new AppError('insufficient_storage', texts.diskFull, { cause, retryAfter: 300 });

const ownFirst = () => new AppError('too_many_requests', texts.ownFirst, { retryAfter: 10 });

const othersFirst = () => new AppError('unavailable', texts.othersFirst, { retryAfter: 10 });

/** Ms since 1970. Of a folder that is deleted meanwhile: now. */
async function lastWritten(folder: string): Promise<number> {
  const paths = await readdir(folder).then(
    (names) => [folder, ...names.map((name) => join(folder, name))],
    () => [folder],
  );
  const times = paths.map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    ),
  );
  return Math.max(...(await Promise.all(times)));
}

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
  throw noRoomForFiles(error) ? diskFull(error) : error;
}
