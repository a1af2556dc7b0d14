import type { Readable } from 'node:stream';
import { now } from '@koinonia/kit/clock.ts';
import type { FastifyReply } from 'fastify';

/** Streams a file that browsers save and never display. The file name contains the date. */
export function sendDownload(
  reply: FastifyReply,
  file: { name: string; ending: string; contentType: string },
  content: Readable,
): FastifyReply {
  const day = new Date(now()).toISOString().slice(0, 10);
  return reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename="${file.name}-${day}.${file.ending}"`)
    .header('x-content-type-options', 'nosniff')
    .send(content);
}
