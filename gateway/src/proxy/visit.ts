import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '@koinonia/kit/errors.ts';

/**
 * Refuses what a page of another site makes a browser load, as a picture or a frame. It counted as sign-ins of the browser's
 * address, and so nobody there could sign in while somebody had such a page open. Links from anywhere remain visits.
 */
export function requireVisit({ 'sec-fetch-site': site, 'sec-fetch-dest': destination }: IncomingHttpHeaders): void {
  const isOthers = site === 'cross-site' || site === 'same-site';
  if (isOthers && destination !== undefined && destination !== 'document') throw forbidden();
}
