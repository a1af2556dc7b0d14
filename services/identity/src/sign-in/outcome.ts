import type { SignInOutcome } from '@koinonia/contracts/identity.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import { AuthorizationResponseError } from 'openid-client';

/** What became of a sign-in. `abandoned` is told to its page as `failed`, but is not a failure of ours. */
type CountedOutcome = SignInOutcome | 'abandoned';

export function outcomeOf(failure: unknown): CountedOutcome {
  if (isCancelled(failure)) return 'abandoned';
  const code = failure instanceof AppError ? failure.code : undefined;
  return code === 'domain_restricted' || code === 'account_deactivated' ? code : 'failed';
}

/** Whether the person said no at the issuer. */
const isCancelled = (failure: unknown) =>
  failure instanceof Error &&
  failure.cause instanceof AuthorizationResponseError &&
  failure.cause.error === 'access_denied';
