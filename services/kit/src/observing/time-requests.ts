import type { FastifyInstance } from 'fastify';
import { isFollowed } from './follow-requests.ts';
import type { Metrics } from './metrics.ts';

/**
 * Measures each call once, when its connection is done with it: by its status, or as `aborted` when the answer did not come
 * to its end, most often because the caller hung up. Fastify's own hooks miss those whose body had arrived.
 */
export function timeRequests(app: Pick<FastifyInstance, 'addHook'>, { requestDuration }: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isFollowed(request)) return done();
    let status = 'aborted';
    reply.raw.once('finish', () => (status = String(reply.statusCode)));
    reply.raw.once('close', () => {
      const { method, routeOptions } = request;
      requestDuration.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000);
    });
    done();
  });
}
