import { sessionCookieName } from '@koinonia/contracts/identity.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds: as long as a session can live at most. */
const lifetime = 30 * 24 * 60 * 60;

/** The cookie that a session lives in. No script can read it, and no other site's form or request carries it along. */
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
