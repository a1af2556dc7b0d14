import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** What a proxy adds to what it passes on. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];
const loopback = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;

/**
 * The gateway's port is the one that strangers reach, and metrics tell how many people there are and what they do when.
 * With a token, whoever has it may read them, from anywhere. Without one, a program on this very machine may; not what
 * came to it by a proxy on this machine.
 */
export function whoReadsMetrics(token: string | undefined): (request: FastifyRequest) => boolean {
  if (token !== undefined) return ({ headers }) => isSame(headers.authorization ?? '', `Bearer ${token}`);
  return ({ headers, socket }) =>
    loopback.test(socket.remoteAddress ?? '') && forwarding.every((name) => headers[name] === undefined);
}

/** Takes as long whatever is wrong, so that nobody can guess a token letter by letter. */
function isSame(told: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(told), digest(wanted));
}
