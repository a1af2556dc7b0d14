import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { maxFormBytes } from '@koinonia/contracts/media.ts';
import { AppError, invalid } from '@koinonia/kit/errors.ts';
import type { FastifyRequest } from 'fastify';
import { texts } from '../texts.ts';

/** Ms without a byte after which the sender is considered gone. */
const silence = 30_000;

export interface WantedFile {
  readonly field: string;
  /** Maximum size in bytes (inclusive). */
  readonly limit: number;
  readonly tooLarge: string;
}

export interface ReceivedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** As sent by the client, so untrusted. */
  readonly fileName: string;
}

/** The bytes that a form says it has, as far as they are received. */
export const announcedBytes = ({ headers }: FastifyRequest, { limit }: WantedFile): number =>
  Math.min(Number(headers['content-length'] ?? Infinity), limit + maxFormBytes);

/**
 * Receives the one file of a form into a folder, as a stream. Throws `invalid` for a form without the file or with a second
 * one, and `too_large` at the first byte over the limit.
 */
export async function receiveFile(request: FastifyRequest, folder: string, wanted: WantedFile): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw invalid(texts.noFile);
  if (Number(request.headers['content-length'] ?? 0) > wanted.limit + maxFormBytes) throw tooLarge(wanted);
  try {
    const received = await receiveForm(request, folder, wanted);
    // A browser sends a file without name and bytes when none was chosen.
    if (!received || (received.size === 0 && received.fileName === '')) throw invalid(texts.noFile);
    return received;
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw asRefusal(error);
  }
}

async function receiveForm(request: FastifyRequest, folder: string, wanted: WantedFile): Promise<ReceivedFile | null> {
  let received: ReceivedFile | null = null;
  // One byte more than the limit, so that a file that is too large is detected and not just truncated.
  const limits = { files: 2, fileSize: wanted.limit + 1, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20 };
  for await (const part of request.parts({ limits, throwFileSizeLimit: false } as { limits: typeof limits })) {
    if (part.type !== 'file') continue;
    if (received || part.fieldname !== wanted.field) throw invalid(received ? texts.oneFile : texts.noFile);
    received = await keep(part, join(folder, 'received'), wanted);
  }
  return received;
}

async function keep(part: MultipartFile, path: string, wanted: WantedFile): Promise<ReceivedFile> {
  let size = 0;
  const gone = setTimeout(() => part.file.destroy(new Error('whoever sends has stopped')), silence);
  try {
    await pipeline(
      part.file,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          gone.refresh();
          size += piece.length;
          if (size > wanted.limit) throw tooLarge(wanted);
          yield piece;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } finally {
    clearTimeout(gone);
  }
  return { path, size, fileName: part.filename ?? '' };
}

const tooLarge = ({ tooLarge: text }: WantedFile) => new AppError('too_large', text);

/** Errors of the form's parser are the sender's fault; errors of our own disk are not. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_FILES_LIMIT') return invalid(texts.oneFile);
  const isOurs = error instanceof Error && 'syscall' in error && error.syscall !== 'read';
  return isOurs ? error : new AppError('malformed', texts.endedEarly, { cause: error });
}
