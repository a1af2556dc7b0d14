import { createReadStream } from 'node:fs';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { unavailable } from '@koinonia/kit/errors.ts';

/** Ms in which the store must have taken a file: whoever waits is told within 30 s that it did not. */
const patience = 25_000;

/** Puts a file of this machine into the store. Throws `unavailable` when the store is too slow. */
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

/** Takes away every object whose name begins so. */
export async function deleteObjects(files: FileStore, prefix: string): Promise<void> {
  for await (const name of files.list(prefix)) await files.delete(name);
}
