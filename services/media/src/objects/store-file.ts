import { createReadStream, type ReadStream } from 'node:fs';
import { slowestStore } from '@koinonia/contracts/media.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { unavailable } from '@koinonia/kit/errors.ts';

const lookEvery = 500;

interface Pace {
  /** Ms in which the store may take a file at any pace. Default 24 s: the sender of a small one must get an error within 30 s. */
  readonly unhurried?: number;
  /** Bytes a second, on average, that it must have taken after that. Default `slowestStore`. */
  readonly slowest?: number;
  /** Ms without a byte after that. Default 20 s: the system buffers some megabytes ahead of the store. */
  readonly silence?: number;
}

/** Uploads a local file to the store. Throws `unavailable` when the store is too slow. */
export async function storeFile(
  files: FileStore,
  name: string,
  file: { path: string; size: number; contentType: string },
  pace: Pace = {},
): Promise<void> {
  const tooSlow = new AbortController();
  const body = createReadStream(file.path, { signal: tooSlow.signal });
  const isTooSlow = watchOver(body, pace);
  const watch = setInterval(() => isTooSlow() && tooSlow.abort(), lookEvery);
  try {
    await files.put(name, body, { contentType: file.contentType, size: file.size });
  } catch (error) {
    throw tooSlow.signal.aborted ? unavailable(error) : error;
  } finally {
    clearInterval(watch);
  }
}

function watchOver(body: ReadStream, { unhurried = 24_000, slowest = slowestStore, silence = 20_000 }: Pace) {
  const begun = performance.now();
  let last = { bytes: 0, at: begun };
  return () => {
    const now = performance.now();
    const bytes = body.bytesRead;
    if (bytes > last.bytes) last = { bytes, at: now };
    const takesTooLittle = bytes < (slowest * (now - begun)) / 1000 || now - last.at > silence;
    return now - begun > unhurried && takesTooLittle;
  };
}

/** Deletes every object with this prefix. */
export async function deleteObjects(files: FileStore, prefix: string): Promise<void> {
  for await (const name of files.list(prefix)) await files.delete(name);
}
