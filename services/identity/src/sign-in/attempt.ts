import type { SignInDisplay } from '@koinonia/contracts/identity.ts';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';

/** One try to sign in, from the redirect to the issuer to the return. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier: the code alone is useless to a thief. */
  readonly verifier: string;
}

/**
 * The state includes how the page wants its answer, so that a callback without a cookie still ends on the right page. It is
 * not secret, and changing it gives an attacker nothing.
 */
export function beginAttempt(display: SignInDisplay): SignInAttempt {
  return { state: `${display}.${randomState()}`, nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
}
