import type { SignInDisplay, SignInOutcome } from '@koinonia/contracts/identity.ts';
import { AppError } from '@koinonia/kit/errors.ts';

/** The page after a sign-in: either one that tells its opener and closes, or the product itself. */
export function pageOf(display: SignInDisplay, outcome: SignInOutcome): string {
  if (display === 'popup') return `/signed-in.html?outcome=${outcome}`;
  return outcome === 'ok' ? '/home' : `/?signIn=${outcome}`;
}

export function outcomeOf(failure: unknown): SignInOutcome {
  const code = failure instanceof AppError ? failure.code : undefined;
  return code === 'domain_restricted' || code === 'account_deactivated' ? code : 'failed';
}
