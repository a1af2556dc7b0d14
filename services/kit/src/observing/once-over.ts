import type { FastifyReply } from 'fastify';

/**
 * Calls `over` once, when the connection is done with a request: with the status of its answer, or with null when the answer
 * did not come to its end, most often because the caller hung up. Fastify's own hooks miss that when the whole request had
 * arrived.
 */
export function onceOver(reply: FastifyReply, over: (status: number | null) => void): void {
  reply.raw.once('close', () => over(reply.raw.writableFinished ? reply.statusCode : null));
}
