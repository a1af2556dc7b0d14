import type { FastifyInstance, FastifyRequest } from 'fastify';
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

  app.addHook('onRequest', (request, _reply, done) => {
    const tracer = isFollowed(request) ? activeTracer() : null;
    const span = tracer?.serve(service, { method: request.method }, believesHeaders ? request.headers : null) ?? null;
    contexts.set(request, { requestId: request.id, span });
    withinRequest(contextOf(request), done);
  });
  // The body arrives by events of the connection, which lose the request's context; it is restored here.
  app.addHook('preValidation', (request, _reply, done) => withinRequest(contextOf(request), done));
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    contexts.get(request)?.span?.end({ status: reply.statusCode, route });
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    contexts.get(request)?.span?.end({ failed: true });
    contexts.delete(request);
    done();
  });
}
