import type { FastifyInstance, FastifyRequest } from 'fastify';
import { onceOver } from './once-over.ts';
import { type RequestContext, withinRequest } from './request-context.ts';
import { activeTracer } from './tracing.ts';

/** Routes that machines call every few seconds: of no interest in a trace or among the calls that are counted. */
const unfollowed = new Set(['/healthz', '/readyz', '/metrics']);

export const isFollowed = ({ routeOptions }: FastifyRequest) => !unfollowed.has(routeOptions.url ?? '');

/** Ties everything that is done for a request to it: log lines, calls to other services, spans. */
export function followRequests(
  app: Pick<FastifyInstance, 'addHook'>,
  { service, believesHeaders }: { service: string; believesHeaders: boolean },
): void {
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  const contextOf = (request: FastifyRequest) => contexts.get(request) ?? { requestId: request.id, span: null };

  app.addHook('onRequest', (request, reply, done) => {
    const tracer = isFollowed(request) ? activeTracer() : null;
    const span = tracer?.serve(service, { method: request.method }, believesHeaders ? request.headers : null) ?? null;
    contexts.set(request, { requestId: request.id, span });
    onceOver(reply, (status) => {
      const { url: route } = request.routeOptions;
      span?.end(status === null ? { failed: true, route } : { status, route });
      const ms = Math.round(reply.elapsedTime);
      request.log.debug({ status, ms }, `${request.method} ${status === null ? 'aborted' : 'answered'}`);
    });
    withinRequest(contextOf(request), done);
  });
  // The body arrives by events of the connection, which lose the request's context; it is restored here.
  app.addHook('preValidation', (request, _reply, done) => withinRequest(contextOf(request), done));
}
