import { maxFormBytes } from '@koinonia/contracts/media.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { MediaContext } from '../context.ts';
import { texts } from '../texts.ts';
import { bytesOfLastDay } from './queries.ts';
import type { WantedFile } from './receive-file.ts';

const anHour = 3600;

export const enoughForToday = (bytesADay: number) =>
  new AppError('too_many_requests', texts.enoughForToday(bytesADay), { retryAfter: anHour });

/**
 * Throws `too_many_requests` for an upload that would certainly exceed its sender's daily limit, before it is received. Only
 * `keepUpload` knows the file's real size, and counts simultaneous ones. A file that is too large on any day is refused as such.
 */
export async function requireAllowance(
  { db, limits }: Pick<MediaContext, 'db' | 'limits'>,
  ownerId: string,
  { headers }: FastifyRequest,
  { limit }: WantedFile,
): Promise<void> {
  const atLeast = Math.max(0, Number(headers['content-length'] ?? 0) - maxFormBytes);
  if (atLeast > limit) return;
  if ((await bytesOfLastDay(db, ownerId)) + atLeast > limits.bytesADay) throw enoughForToday(limits.bytesADay);
}
