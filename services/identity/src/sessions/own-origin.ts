import { forbidden } from '@koinonia/kit/errors.ts';
import type { onRequestHookHandler } from 'fastify';

/**
 * Refuses requests that a page of another site makes the browser send. The cookie's SameSite=Lax is the first protection;
 * this one also covers neighbouring subdomains. A caller that is not a browser sends neither header.
 */
export function requireOwnOrigin(publicUrl: string): onRequestHookHandler {
  return async (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (site !== undefined && site !== 'same-origin') throw forbidden();
    if (origin !== undefined && origin !== publicUrl) throw forbidden();
  };
}
