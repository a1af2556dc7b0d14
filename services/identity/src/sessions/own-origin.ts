import { forbidden } from '@koinonia/kit/errors.ts';
import type { onRequestHookHandler } from 'fastify';

/**
 * Refuses what another site's page makes a browser send. The cookie's SameSite=Lax is the first fence; this one also
 * stands against neighbouring subdomains. A caller that is no browser sends neither header.
 */
export function requireOwnOrigin(publicUrl: string): onRequestHookHandler {
  return async (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (site !== undefined && site !== 'same-origin') throw forbidden();
    if (origin !== undefined && origin !== publicUrl) throw forbidden();
  };
}
