import { attemptCookiePrefix } from '@koinonia/contracts/identity.ts';
import { hasCookie } from '../auth/cookie-value.ts';
import type { LimitName } from '../limits/limits.ts';

/**
 * The limit by which a call of a sign-in is counted for its address; null for all other calls. A return from the issuer in a
 * browser that has not begun a sign-in counts as a refused call: identity asks the issuer nothing then, and a page of another
 * site can lead a browser there, which would use up the sign-ins of everybody at its address.
 */
export function limitByAddress(
  limit: LimitName | null,
  cookies: string | undefined,
  publicUrl: string,
): LimitName | null {
  if (limit === 'callback') return hasCookie(cookies, attemptCookiePrefix(publicUrl)) ? limit : 'refused';
  return limit === 'signIn' ? limit : null;
}
