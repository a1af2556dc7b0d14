import { createReadStream } from 'node:fs';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { unavailable } from '@koinonia/kit/errors.ts';

/** Ms for the store to accept a file: the sender must get an error within 30 s. */
const patience = 25_000;

/** Uploads a local file to the store. Throws `unavailable` when the store is too slow. */
export async function storeFile(
  files: FileStore,
  name: string,
  file: { path: string; size: number; contentType: string },
): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  try {
    await files.put(name, createReadStream(file.path, { signal }), { contentType: file.contentType, size: file.size });
  } catch (error) {
    throw signal.aborted ? unavailable(error) : error;
  }
}

/** Deletes every object with this prefix. */
export async function deleteObjects(files: FileStore, prefix: string): Promise<void> {
  for await (const name of files.list(prefix)) await files.delete(name);
}
