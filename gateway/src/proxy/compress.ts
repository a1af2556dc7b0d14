import { type Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

/** Bytes below which a compressed answer is not worth its work. */
const worthIt = 1024;
/** Brotli's default takes more than a hundred times as long, and saves a tenth more. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];

export type Encoding = 'br' | 'gzip';

/** The encoding for this many bytes of JSON that the browser accepts; null when they are sent as they are. */
export function encodingFor(acceptEncoding: string | undefined, bytes: number): Encoding | null {
  if (acceptEncoding === undefined || bytes < worthIt) return null;
  return negotiate<Encoding>(acceptEncoding, ['br', 'gzip']);
}

/** Does not hold up the event loop: it is done by another thread. */
export const compressed = (bytes: Uint8Array, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotliOf(bytes, options) : gzipOf(bytes);

/** When the source fails, so does the returned stream. */
export const compressedStream = (source: Readable, encoding: Encoding): Readable =>
  pipeline(source, encoding === 'br' ? createBrotliCompress(options) : createGzip(), () => {});
