import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { now } from '../clock.ts';
import { endConnectionsWhileClosing } from '../process/end-connections.ts';
import { checkBy } from './check.ts';
import { bodyOfError, logRefusal, toAppError } from './error-answers.ts';
import { AppError, unavailable } from '../errors.ts';
import { texts } from '../texts.ts';
import { followRequests } from '../observing/follow-requests.ts';
import { jsonParserOf } from './json-body.ts';
import { countJobs, type CountedQueue } from '../observing/job-metrics.ts';
import { createMetrics, type Metrics } from '../observing/metrics.ts';
import { countPools } from '../stores/pool-metrics.ts';
import { refuseUnreadable } from './refuse-connection.ts';
import { requestIdHeader } from '../observing/request-id.ts';
import { createOutageTeller } from '../observing/tell-outage.ts';
import { timeRequests } from '../observing/time-requests.ts';

export interface ServiceOptions {
  /** The service's name in logs and metrics. */
  name: string;
  log: Logger;
  /** Limit for a JSON body in bytes; a larger one is answered with 413. */
  bodyLimit?: number;
  /** Resolves while everything that the service needs answers; when it rejects, `/readyz` says 503. */
  isReady?: () => Promise<unknown>;
  /** Addresses whose forwarding headers are trusted. Default: none. */
  trustProxy?: ((address: string) => boolean) | false;
  /** Ms in which a whole request must arrive, unless `long-requests.ts` excepts it. Default 30 s. */
  requestTimeout?: number;
  /**
   * Ms without a byte in either direction after which a connection is ended while an answer is due on it, or still being read.
   * Default: never.
   */
  silentFor?: number;
  /** False where strangers call: a request then always gets an id of our own and starts a new trace. */
  takesRequestIds?: boolean;
  /**
   * Which offers to upgrade a connection are accepted. All others are ignored, as HTTP allows: some clients make one with each
   * call (`h2c`) and expect an ordinary answer. Default: all, where anything listens for upgrades.
   */
  takesUpgrade?: (request: IncomingMessage) => boolean;
  /** The databases whose pools are counted, by their name in the metrics. */
  databases?: Readonly<Record<string, object>>;
  /** The queues whose jobs are counted, by their name in the metrics. */
  queues?: Readonly<Record<string, CountedQueue>>;
  /** Decides who may read the metrics; everyone else gets a 404. Default: everyone who can reach the process. */
  mayReadMetrics?: (request: FastifyRequest) => boolean;
}

/** A Fastify instance with what every process needs: ids, errors, limits, validation, health and metrics. */
export function buildService(options: ServiceOptions) {
  const metrics = createMetrics(options.name);
  if (options.databases) countPools(metrics.registry, options.databases);
  if (options.queues) countJobs(metrics.registry, options.queues);
  // The return type is Fastify's own interface: an inferred type would name pino's logger.
  const loggerInstance: FastifyBaseLogger = options.log;
  const { requestTimeout = 30_000 } = options;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit ?? 65_536,
    requestTimeout,
    connectionTimeout: options.silentFor ?? 0,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 256 },
    trustProxy: options.trustProxy ?? false,
    requestIdHeader: options.takesRequestIds === false ? false : requestIdHeader,
    genReqId: () => randomUUID(),
    // While closing, requests on a kept-alive connection are still answered, then the connection ends: a client that gets
    // 503 could not know whether the call was carried out.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    http: {
      requireHostHeader: false,
      // If this were longer than `requestTimeout`, Node would apply it to the whole request.
      headersTimeout: Math.min(requestTimeout, 60_000),
      connectionsCheckingInterval: Math.min(requestTimeout, 30_000),
      ...(options.takesUpgrade && { shouldUpgradeCallback: options.takesUpgrade }),
    },
    frameworkErrors: answerUnrouted,
  }).withTypeProvider<ZodTypeProvider>();
  endConnectionsWhileClosing(app.server);

  takeJsonOnly(app);
  app.setValidatorCompiler(checkBy);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(new AppError('not_found', texts.nothingHere), request, reply));
  followRequests(app, { service: options.name, believesHeaders: options.takesRequestIds !== false });
  timeRequests(app, metrics);

  takeOddHeads(app);
  addOperatorRoutes(app, options, metrics);

  return app.decorate('metrics', metrics);
}

export type Service = ReturnType<typeof buildService>;

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

/** If JSON were accepted as plain text, a form on another site could send it without a CORS preflight. */
function takeJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  // Clients that set a JSON content type on every call, as ours does, also set it on calls without a body.
  const parseJson = jsonParserOf(app);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    body.length === 0 ? done(null, undefined) : parseJson(request, body, done),
  );
}

/** Node itself would answer most of these heads, with no body that says why. */
function takeOddHeads(app: FastifyInstance): void {
  // HTTP allows unknown expectations to be ignored.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    // Ranges are for GET alone (RFC 9110, section 14.2).
    if (request.method !== 'GET') delete request.raw.headers.range;
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return done();
    reply.headers(headersOfAnyAnswer);
    done(new AppError('malformed', texts.namesNoHost));
  });
}

/** The routes for operators: is the process alive, is it ready, and its metrics. */
function addOperatorRoutes(app: FastifyInstance, options: ServiceOptions, { registry }: Metrics): void {
  app.get('/healthz', async () => ({ ok: true, now: now() }));
  const unready = createOutageTeller(options.log, { away: 'not ready', back: 'ready again' });
  // Asked every few seconds, so its own log is silent.
  app.get('/readyz', { logLevel: 'silent' }, async () => {
    await (options.isReady?.() ?? Promise.resolve()).catch((cause: unknown) => {
      unready.fail(cause);
      throw unavailable(cause);
    });
    unready.succeed();
    return { ok: true };
  });
  app.get('/metrics', async (request, reply) => {
    if (options.mayReadMetrics?.(request) === false) return reply.callNotFound();
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** The one place that turns a failure into an answer. Details that are not meant for the caller are only logged. */
function answerError(error: FastifyError | AppError | Error, request: FastifyRequest, reply: FastifyReply) {
  const told = hasLeft(request) ? new AppError('malformed', texts.endedEarly, { cause: error }) : toAppError(error);
  logRefusal(request.log, request.method, told, error);
  tellNothingOfTheFile(reply, told.status);
  if (told.status === 416) tellSize(reply, error);
  if (told.retryAfter !== undefined) reply.header('retry-after', String(told.retryAfter));
  // Set by hand: a route's schema lists only its successes, and an error may occur before a route is known.
  return reply
    .code(told.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(bodyOfError(told));
}

const headersOfFile = ['content-disposition', 'content-encoding', 'etag', 'last-modified', 'vary'];
/** Kept when a range is refused: they say how large the file is. */
const headersOfRange = ['accept-ranges', 'content-range'];

/** An answer may fail after the headers of its file were set: with these, a browser would cache the error as the file. */
function tellNothingOfTheFile(reply: FastifyReply, status: number): void {
  for (const name of status === 416 ? headersOfFile : [...headersOfFile, ...headersOfRange]) {
    reply.removeHeader(name);
    // Fastify has copied them there when a stream fails.
    reply.raw.removeHeader(name);
  }
  reply.header('cache-control', 'no-store');
}

/** The library that sends files gives the size in its error, and not in the reply. */
function tellSize(reply: FastifyReply, error: Error & { headers?: Record<string, string> }): void {
  const size = error.headers?.['Content-Range'];
  if (size !== undefined) reply.header('content-range', size);
}

/** Whether the caller hung up before the request had arrived: their network failed, and none of our stores. */
const hasLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** For answers that are given before the hooks that set these headers. */
const headersOfAnyAnswer = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** For an address that cannot be routed: Fastify then runs no hook, so none has set the headers. */
function answerUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void answerError(error, request, reply.headers(headersOfAnyAnswer));
}
