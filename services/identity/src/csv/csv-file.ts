import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Answers with a file for download, sent on piece by piece. */
export function sendCsv(reply: FastifyReply, name: string, pieces: AsyncIterable<string>): FastifyReply {
  const date = new Date().toISOString().slice(0, 10);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${date}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(pieces));
}
