import { verifyIdToken } from '@koinonia/kit/auth/id-token.ts';
import type { IssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import type { IdentityContext } from '../context.ts';
import { personSigningIn } from '../people/resolve-person.ts';
import type { DeviceSeen } from '../sessions/sealed-device.ts';
import { beginSession, endSessionOfCookie, type SessionContext } from '../sessions/service.ts';
import type { SignInAttempt } from './attempt.ts';
import type { Issuer } from './issuer.ts';

export interface SignInContext {
  identity: IdentityContext;
  sessions: SessionContext;
  issuer: Issuer;
  keys: IssuerKeys;
}

/**
 * Ends an attempt with a session; gives what its cookie is to hold. The ID token comes straight from the issuer, and is
 * still held to the very rules of a token that a stranger sends. Throws for everyone who may not come in.
 */
export async function signIn(
  { identity, sessions, issuer, keys }: SignInContext,
  callback: URL,
  attempt: SignInAttempt,
  from: { device: DeviceSeen; olderCookie: string | undefined },
): Promise<string> {
  const idToken = await issuer.idTokenOf(callback, attempt);
  const { identity: issued } = await verifyIdToken(idToken, identity.signIn, keys);
  const person = await personSigningIn(identity, issued);
  const cookie = await beginSession(sessions, person.id, from.device);
  // The browser forgets the older session's cookie now; nobody would be left to end it.
  await endSessionOfCookie(sessions, from.olderCookie);
  return cookie;
}
