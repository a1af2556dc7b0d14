import type { Readable } from 'node:stream';

export interface FileAbout {
  /** Media type, such as `image/jpeg`. */
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

/** Bytes `start` to `end` of a file, both counted from 0 and both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Files by name: in any S3 store (`s3-store.ts`) or a folder (`folder-store.ts`). Both guarantee the same: a file exists
 * completely or not at all, a put replaces the previous file of that name, and a put is durable once it has resolved.
 * Names are made by us, never by a person: lower-case letters, digits, `.`, `_` and `-`, in parts separated by `/`. Any
 * other name is a fault of the caller and throws `FileNameError`. While the store is away, calls reject with its error.
 */
export interface FileStore {
  /** Rejects, and stores nothing, when `body` fails or its size is not exactly `about.size` bytes. */
  put(name: string, body: Readable, about: FileAbout): Promise<void>;
  /**
   * The file, or null when there is none. `body` must be read or destroyed. `about` always describes the whole file.
   * A range that is not within the file rejects with a `RangeError`.
   */
  get(name: string, range?: ByteRange): Promise<{ about: FileAbout; body: Readable } | null>;
  /** Deleting a file that does not exist is not an error. */
  delete(name: string): Promise<void>;
  /** The names that begin with `prefix` (which may end within a part; empty for all), in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /** Rejects while the store does not answer, or its bucket or folder is not there. */
  ping(): Promise<void>;
}

export class FileNameError extends Error {
  override name = 'FileNameError';
}

const part = '[a-z0-9_-][a-z0-9._-]{0,199}';
const namePattern = new RegExp(`^${part}(/${part})*$`);
const prefixPattern = new RegExp(`^(${part}/)*(${part})?$`);
const longestName = 400;

/** Throws `FileNameError` unless this is a valid file name. */
export function checkName(name: string): void {
  if (name.length <= longestName && namePattern.test(name)) return;
  throw new FileNameError(`${JSON.stringify(name)} is no name that a file may have`);
}

/** Throws `FileNameError` unless a valid file name can begin with this. */
export function checkPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix)) throw new FileNameError(`${JSON.stringify(prefix)} begins no name of a file`);
}

export function checkRange(range: ByteRange, size: number): void {
  const { start, end } = range;
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end < size) return;
  throw new RangeError(`bytes ${start} to ${end} do not lie within a file of ${size} bytes`);
}
