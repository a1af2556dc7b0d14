import { attemptCookiePrefix } from '@koinonia/contracts/identity.ts';
import { hasCookie } from '../auth/cookie-value.ts';
import type { LimitName } from '../limits/limits.ts';

/**
 * What a call counts against by its address: the limit of its passage, for sign-ins. A callback in a browser that has begun no
 * sign-in makes identity ask the issuer nothing. It counts as a refused call: a page of another site can lead a browser there,
 * and could otherwise use up the sign-ins of everybody at its address.
 */
export function limitByAddress(
  limit: LimitName | null,
  cookies: string | undefined,
  publicUrl: string,
): LimitName | null {
  if (limit === 'callback') return hasCookie(cookies, attemptCookiePrefix(publicUrl)) ? limit : 'refused';
  return limit === 'signIn' ? limit : null;
}
