import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '@koinonia/kit/errors.ts';

/**
 * Refuses what a page of another site makes a browser load: as a picture or a frame, by a script that leads it here, or before
 * anybody wants it. It would count as sign-ins from the browser's address, and nobody there could sign in while somebody has
 * such a page open. Links from anywhere are still visits, once they are pressed.
 */
export function requireVisit(headers: IncomingHttpHeaders): void {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, 'sec-fetch-user': user } = headers;
  const isOthers = site === 'cross-site' || site === 'same-site';
  const isPressed = user === '?1' && (destination === undefined || destination === 'document');
  if (isInAdvance(headers) || (isOthers && !isPressed)) throw forbidden();
}

/** Whether a browser fetches a page before it is opened, if it ever is: then it asks once more. */
export const isInAdvance = (headers: IncomingHttpHeaders): boolean => headers['sec-purpose'] !== undefined;
