import { verifyIdToken } from '@koinonia/kit/auth/id-token.ts';
import type { IssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import type { IdentityContext } from '../context.ts';
import { personSigningIn } from '../people/resolve-person.ts';
import type { DeviceSeen } from '../sessions/sealed-device.ts';
import { beginSession } from '../sessions/service.ts';
import type { SignInAttempt } from './attempt.ts';
import type { Issuer } from './issuer.ts';

export interface SignInContext extends IdentityContext {
  issuer: Issuer;
  keys: IssuerKeys;
}

/**
 * Ends an attempt with a session; returns the value for its cookie. The ID token comes directly from the issuer, and is
 * still verified by the same rules as a token from a stranger. Throws for everyone who has no access.
 */
export async function signIn(
  context: SignInContext,
  callback: URL,
  attempt: SignInAttempt,
  from: { device: DeviceSeen; olderCookie: string | undefined },
): Promise<string> {
  const idToken = await context.issuer.idTokenOf(callback, attempt);
  const { identity: issued } = await verifyIdToken(idToken, context.signIn, context.keys);
  const person = await personSigningIn(context, issued);
  return beginSession(context, person.id, from);
}
