import { randomUUID } from 'node:crypto';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { now } from '../clock.ts';
import { unauthenticated } from '../errors.ts';
import { deriveKey } from '../process/secrets.ts';

const issuer = 'koinonia';
/** Seconds. Short, because a token itself cannot be revoked; the session behind it can. */
const lifetime = 300;

const Claims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });

export interface VerifiedSessionToken {
  uid: string;
  sessionId: string;
  /** When the token ends, in ms since 1970. */
  expiresAt: number;
}

/** Makes the short-lived token that a signed-in browser sends as Bearer token: no two are the same. */
export async function signSessionToken(
  internalSecret: string,
  holder: { uid: string; sessionId: string },
): Promise<{ token: string; expiresAt: Date }> {
  const issuedAt = Math.floor(now() / 1000);
  const expiresAt = new Date((issuedAt + lifetime) * 1000);
  const token = await new SignJWT({ sid: holder.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(holder.uid)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(deriveKey(internalSecret, 'session-token'));
  return { token, expiresAt };
}

/** Whether a token claims to be one of ours. It is then verified as one of ours only. */
export function claimsToBeSessionToken(token: string): boolean {
  try {
    return decodeJwt(token).iss === issuer;
  } catch (cause) {
    throw unauthenticated(cause);
  }
}

export function createSessionTokenVerifier(internalSecret: string) {
  const key = deriveKey(internalSecret, 'session-token');
  return async function verify(token: string): Promise<VerifiedSessionToken> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience: issuer,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: new Date(now()),
      });
      const { sub, sid, exp } = Claims.parse(payload);
      return { uid: sub, sessionId: sid, expiresAt: exp * 1000 };
    } catch (cause) {
      throw unauthenticated(cause);
    }
  };
}
