import { hash } from 'node:crypto';
import { attemptCookiePrefix, signInLifetime } from '@koinonia/contracts/identity.ts';
import { now } from '@koinonia/kit/clock.ts';
import { deriveKey } from '@koinonia/kit/process/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { SignInAttempt } from './attempt.ts';

/** Cookies enlarge every request, so the oldest attempts are dropped first. */
const mostAtOnce = 5;

const Attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/**
 * Keeps attempts encrypted in the browser that made them: a callback with a state from elsewhere finds none, so nobody can
 * be signed in to another person's account. Each attempt has its own cookie, named after its state, so that several tabs can
 * sign in at once.
 */
export function createAttemptCookie(options: { publicUrl: string; sessionSecret: string }) {
  const key = deriveKey(options.sessionSecret, 'sign-in-state');
  const secure = options.publicUrl.startsWith('https:');
  const prefix = attemptCookiePrefix(options.publicUrl);
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  const cookieNameOf = (state: string) => prefix + hash('sha256', state).slice(0, 16);

  return {
    async keep(request: FastifyRequest, reply: FastifyReply, attempt: SignInAttempt): Promise<void> {
      const kept = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
      for (const name of kept.slice(0, Math.max(0, kept.length - mostAtOnce + 1))) reply.clearCookie(name, attributes);
      const sealed = await new EncryptJWT({ ...attempt })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(now() / 1000) + signInLifetime)
        .encrypt(key);
      reply.setCookie(cookieNameOf(attempt.state), sealed, { ...attributes, maxAge: signInLifetime });
    },

    /** The attempt that this browser began with this state; only once, and not after it expired. */
    async take(request: FastifyRequest, reply: FastifyReply, state: string): Promise<SignInAttempt | null> {
      const name = cookieNameOf(state);
      const sealed = request.cookies[name];
      if (!sealed) return null;
      reply.clearCookie(name, attributes);
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
          currentDate: new Date(now()),
        });
        const attempt = Attempt.parse(payload);
        return attempt.state === state ? attempt : null;
      } catch {
        return null;
      }
    },
  };
}

export type AttemptCookie = ReturnType<typeof createAttemptCookie>;
