import type { Readable } from 'node:stream';

export interface FileAbout {
  /** Media type, such as `image/jpeg`. */
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

/** Bytes `start` to `end` of a file, both counted from 0 and both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Files by name: any S3 (`s3-store.ts`) or a folder (`folder-store.ts`). Both keep the same promises:
 * a file is there whole or not at all, a put replaces what had the name, and when a put has resolved it lasts.
 * Names are ours, never a person's: lower-case letters, digits, `.`, `_` and `-`, in parts parted by `/`. Any other
 * name is a fault of the caller and throws `FileNameError`. While the store is away, calls reject with its error.
 */
export interface FileStore {
  /** Rejects, and stores nothing, when `body` fails or is not exactly `about.size` bytes long. */
  put(name: string, body: Readable, about: FileAbout): Promise<void>;
  /** Null when there is no such file. */
  stat(name: string): Promise<FileAbout | null>;
  /**
   * The file, or null when there is none. `body` must be read or destroyed. `about` is always of the whole file.
   * A range that does not lie within the file rejects with a `RangeError`.
   */
  get(name: string, range?: ByteRange): Promise<{ about: FileAbout; body: Readable } | null>;
  /** Deleting what is not there is no failure. */
  delete(name: string): Promise<void>;
  /** The names that begin with `prefix` (which may end within a part; empty for all), in no certain order. */
  list(prefix: string): AsyncIterable<string>;
  /** Rejects while the store does not answer. */
  ping(): Promise<void>;
}

export class FileNameError extends Error {
  override name = 'FileNameError';
}

const part = '[a-z0-9_-][a-z0-9._-]{0,199}';
const namePattern = new RegExp(`^${part}(/${part})*$`);
const prefixPattern = new RegExp(`^(${part}/)*(${part})?$`);
const longestName = 400;

/** Throws `FileNameError` unless a file may be called so. */
export function checkName(name: string): void {
  if (name.length <= longestName && namePattern.test(name)) return;
  throw new FileNameError(`${JSON.stringify(name)} is no name that a file may have`);
}

/** Throws `FileNameError` unless the name of a file may begin so. */
export function checkPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix)) throw new FileNameError(`${JSON.stringify(prefix)} begins no name of a file`);
}

export function checkRange(range: ByteRange, size: number): void {
  const { start, end } = range;
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end < size) return;
  throw new RangeError(`bytes ${start} to ${end} do not lie within a file of ${size} bytes`);
}
