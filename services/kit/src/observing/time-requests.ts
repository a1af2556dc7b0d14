import type { FastifyInstance } from 'fastify';
import { isFollowed } from './follow-requests.ts';
import type { Metrics } from './metrics.ts';
import { onceOver } from './once-over.ts';

/** Measures each call once: by its status, or as `aborted` when the answer did not come to its end. */
export function timeRequests(app: Pick<FastifyInstance, 'addHook'>, { requestDuration }: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isFollowed(request)) return done();
    onceOver(reply, (status) => {
      const { method, routeOptions } = request;
      const labels = { method, route: routeOptions.url ?? 'none', status: String(status ?? 'aborted') };
      requestDuration.observe(labels, reply.elapsedTime / 1000);
    });
    done();
  });
}
