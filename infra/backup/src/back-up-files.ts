import type { Readable } from 'node:stream';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import type { ArchiveWriter } from './archive.ts';
import { BackupError, messageOf } from './backup-error.ts';
import { type End, filePrefix, typeHeader } from './format.ts';

/**
 * Writes the store's files into the archive. One that cannot be read must not keep everything else out of every backup, so
 * it is counted as missing. A store that cannot be reached at all fails the backup.
 */
export function createFilesBackup(store: FileStore, archive: ArchiveWriter) {
  const saved = new Set<string>();
  /** Why each could not be read, by name. */
  const missing = new Map<string, string>();
  let bytes = 0;

  async function leaveOut(name: string, cause: unknown): Promise<void> {
    const reason = messageOf(cause);
    await store.ping().catch(() => {
      throw new BackupError(`The file ${name} cannot be read: ${reason}`, { cause });
    });
    missing.set(name, reason);
  }

  async function add(name: string): Promise<void> {
    const file = await store.get(name).catch((cause: unknown) => leaveOut(name, cause));
    // Deleted since it was listed, or left out. If an earlier call has added a broken entry, it stays missing.
    if (!file) return;
    missing.delete(name);
    const { size, contentType } = file.about;
    const content = filledUp(file.body, size, (cause) => leaveOut(name, cause));
    await archive.addStream(`${filePrefix}${name}`, content, { size, pax: { [typeHeader]: contentType } });
    if (missing.has(name)) return;
    saved.add(name);
    bytes += size;
  }

  return {
    /** Adds what is not in the archive yet. Another call also retries those that could not be read. */
    async addNew() {
      for await (const name of store.list('')) if (!saved.has(name)) await add(name);
    },
    soFar: (): Pick<End, 'files' | 'bytes' | 'missing'> => ({
      files: saved.size,
      bytes,
      missing: Array.from(missing, ([name, reason]) => ({ name, reason })),
    }),
  };
}

const zeros = Buffer.alloc(65_536);

/**
 * Exactly `size` bytes, because the archive has announced them: zeros in place of what cannot be read, after `leaveOut` was
 * called.
 */
async function* filledUp(body: Readable, size: number, leaveOut: (cause: unknown) => Promise<void>) {
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (length + chunk.length > size) throw new RangeError(`it has more than ${size} bytes`);
      length += chunk.length;
      yield chunk;
    }
    if (length < size) throw new RangeError(`it has ${length} bytes instead of ${size}`);
  } catch (cause) {
    await leaveOut(cause);
    for (let left = size - length; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
  }
}
