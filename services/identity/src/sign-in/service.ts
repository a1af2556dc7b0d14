import { verifyIdToken } from '@koinonia/kit/auth/id-token.ts';
import type { IssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import type { IdentityContext } from '../context.ts';
import { personSigningIn } from '../people/resolve-person.ts';
import type { DeviceSeen } from '../sessions/sealed-device.ts';
import { beginSession, endSessionOfCookie, isSessionInEffect, type SessionContext } from '../sessions/service.ts';
import type { SignInAttempt } from './attempt.ts';
import type { Issuer } from './issuer.ts';

export interface SignInContext {
  identity: IdentityContext;
  sessions: SessionContext;
  issuer: Issuer;
  keys: IssuerKeys;
}

/**
 * Ends an attempt with a session, whose cookie is the attempt's token. The issuer accepts a code only once, so when the
 * answer to this call was lost, the next one finds the session that has begun. Throws for everyone who has no access.
 */
export async function signIn(
  context: SignInContext,
  callback: URL,
  attempt: SignInAttempt,
  from: { device: DeviceSeen; olderCookie: string | undefined },
): Promise<void> {
  const { sessions } = context;
  const hasBegun = await isSessionInEffect(sessions, attempt.sessionToken);
  if (!hasBegun) {
    const uid = await admit(context, callback, attempt);
    await beginSession(sessions, uid, from.device, attempt.sessionToken);
  }
  // The new cookie replaces the old one in the browser; nobody could end the older session any more.
  if (from.olderCookie !== attempt.sessionToken) await endSessionOfCookie(sessions, from.olderCookie);
}

/** The ID token comes directly from the issuer, and is still verified by the same rules as a token from a stranger. */
async function admit({ identity, issuer, keys }: SignInContext, callback: URL, attempt: SignInAttempt) {
  const idToken = await issuer.idTokenOf(callback, attempt);
  const { identity: issued } = await verifyIdToken(idToken, identity.signIn, keys);
  return (await personSigningIn(identity, issued)).id;
}
