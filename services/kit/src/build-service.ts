import { randomUUID } from 'node:crypto';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { now } from './clock.ts';
import { endConnectionsWhileClosing } from './end-connections.ts';
import { bodyOfError, logRefusal, toAppError } from './error-answers.ts';
import { AppError, unavailable } from './errors.ts';
import { followRequests } from './follow-requests.ts';
import { countJobs, type CountedQueue } from './job-metrics.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { countPools } from './pool-metrics.ts';
import { requestIdHeader } from './request-id.ts';

export interface ServiceOptions {
  /** The name that logs and metrics carry. */
  name: string;
  log: Logger;
  /** Bytes of a JSON body; 413 beyond. */
  bodyLimit?: number;
  /** Resolves while everything that the service needs answers; its rejection makes `/readyz` say 503. */
  isReady?: () => Promise<unknown>;
  /** Addresses whose forwarding headers are believed. Default: none. */
  trustProxy?: string[] | ((address: string) => boolean) | false;
  /** Ms in which a whole request must have come in. Longer where people upload over slow networks. */
  requestTimeout?: number;
  /** False where strangers call: a request then gets an id of our own and begins a trace, whatever it says. */
  takesRequestIds?: boolean;
  /** The databases whose pools are counted, by what the metrics call them. */
  databases?: Readonly<Record<string, object>>;
  /** The queues whose jobs are counted, by what the metrics call them. */
  queues?: Readonly<Record<string, CountedQueue>>;
  /** Says who may read the metrics; whoever may not is told that there is nothing. Default: whoever reaches us. */
  mayReadMetrics?: (request: FastifyRequest) => boolean;
}

/** A Fastify instance with all that every process of ours has: ids, errors, limits, validation, health and metrics. */
export function buildService(options: ServiceOptions) {
  const metrics = createMetrics(options.name);
  if (options.databases) countPools(metrics.registry, options.databases);
  if (options.queues) countJobs(metrics.registry, options.queues);
  // Typed by Fastify's own interface: the instance's type would name pino's logger otherwise.
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit ?? 65_536,
    requestTimeout: options.requestTimeout ?? 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 256 },
    trustProxy: options.trustProxy ?? false,
    requestIdHeader: options.takesRequestIds === false ? false : requestIdHeader,
    genReqId: () => randomUUID(),
    // While closing, what still arrives on a connection kept alive is answered, then the connection ends: whoever sent
    // it could not know whether a 503 means that the call was done.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();
  endConnectionsWhileClosing(app.server);

  takeJsonOnly(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    answerError(new AppError('not_found', 'There is nothing at this address.'), request, reply),
  );
  followRequests(app, { service: options.name, believesHeaders: options.takesRequestIds !== false });
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requestDuration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    request.log.debug({ status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, `${request.method} answered`);
    done();
  });

  addOperatorRoutes(app, options, metrics);

  return Object.assign(app, { metrics });
}

export type Service = ReturnType<typeof buildService>;

/** As plain text, another site's form could send JSON without being asked for permission (CORS). */
function takeJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  // Clients that set a JSON content type on every call, as ours does, set it on those without a body too.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );
}

/** What whoever runs the process asks: is it alive, is it ready, what does it count. */
function addOperatorRoutes(app: FastifyInstance, options: ServiceOptions, { registry }: Metrics): void {
  app.get('/healthz', async () => ({ ok: true, now: now() }));
  app.get('/readyz', async () => {
    await (options.isReady?.() ?? Promise.resolve()).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    return { ok: true };
  });
  app.get('/metrics', async (request, reply) => {
    if (options.mayReadMetrics?.(request) === false) return reply.callNotFound();
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** The one place where a failure becomes an answer. What is not meant for the caller is logged and stays opaque. */
function answerError(error: FastifyError | AppError | Error, request: FastifyRequest, reply: FastifyReply) {
  const told = toAppError(error);
  logRefusal(request.log, request.method, told, error);
  if (told.retryAfter !== undefined) reply.header('retry-after', String(told.retryAfter));
  // Set by hand: a route's schema lists its successes only, and an error may come before any route is known.
  return reply
    .code(told.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(bodyOfError(told));
}
