import { sessionCookieName } from '@koinonia/contracts/identity.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieDays } from './queries.ts';

/** Seconds. */
const lifetime = cookieDays * 24 * 60 * 60;

/** The cookie of a session. Scripts cannot read it. Of other sites only links send it, and forms that change nothing (GET). */
export function createSessionCookie(publicUrl: string) {
  const name = sessionCookieName(publicUrl);
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: publicUrl.startsWith('https:') } as const;
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    set: (reply: FastifyReply, token: string) => void reply.setCookie(name, token, { ...attributes, maxAge: lifetime }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, attributes),
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
