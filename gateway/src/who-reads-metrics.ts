import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Headers that a proxy adds to forwarded requests. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];
const loopback = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;

/** How programs on this machine name it. A page elsewhere that made its own name lead here would ask by that name. */
const namesThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * Strangers can reach the gateway's port, and metrics reveal how many people there are and when they are active. With a
 * token, every client that has it may read them, from anywhere. Without one, only programs on this machine may, by these names
 * and not through a proxy.
 */
export function whoReadsMetrics(token: string | undefined): (request: FastifyRequest) => boolean {
  if (token !== undefined) return ({ headers }) => isSame(headers.authorization ?? '', `Bearer ${token}`);
  return ({ headers, socket }) =>
    loopback.test(socket.remoteAddress ?? '') &&
    namesThisMachine.test(headers.host ?? '') &&
    forwarding.every((name) => headers[name] === undefined);
}

/** Takes the same time for every wrong token, so that nobody can guess it letter by letter. */
function isSame(told: string, wanted: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(told), digest(wanted));
}
