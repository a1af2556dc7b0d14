import type { SignInDisplay, SignInOutcome } from '@koinonia/contracts/identity.ts';
import { AppError } from '@koinonia/kit/errors.ts';

/** The page that a sign-in ends on: one that tells the opener and closes, or the product itself. */
export function pageOf(display: SignInDisplay, outcome: SignInOutcome): string {
  if (display === 'popup') return `/signed-in.html?outcome=${outcome}`;
  return outcome === 'ok' ? '/home' : `/?signIn=${outcome}`;
}

export function outcomeOf(failure: unknown): SignInOutcome {
  const code = failure instanceof AppError ? failure.code : undefined;
  return code === 'domain_restricted' || code === 'account_deactivated' ? code : 'failed';
}
