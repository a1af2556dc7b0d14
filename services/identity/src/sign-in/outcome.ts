import type { SignInOutcome } from '@koinonia/contracts/identity.ts';
import { AppError } from '@koinonia/kit/errors.ts';

export function outcomeOf(failure: unknown): SignInOutcome {
  const code = failure instanceof AppError ? failure.code : undefined;
  return code === 'domain_restricted' || code === 'account_deactivated' ? code : 'failed';
}
