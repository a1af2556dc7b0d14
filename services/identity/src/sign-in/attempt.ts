import { SignInDisplay } from '@koinonia/contracts/identity.ts';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';

/** One try to sign in, from leaving for the issuer to coming back. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: whoever gets hold of the code alone can do nothing with it. */
  readonly verifier: string;
}

/**
 * The state carries how the page wants its answer, so that a callback whose cookie is gone still ends on the right page.
 * It is no secret, and nobody gains by changing it.
 */
export function beginAttempt(display: SignInDisplay): SignInAttempt {
  return { state: `${display}.${randomState()}`, nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
}

export function displayOf(state: string): SignInDisplay {
  return SignInDisplay.catch('redirect').parse(state.split('.')[0]);
}
