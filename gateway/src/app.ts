import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createCallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import { followClock } from '@koinonia/kit/clock.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { createImpatientRedis } from '@koinonia/kit/stores/redis.ts';
import { letUnreadBodiesFlowOff } from '@koinonia/kit/http/unread-bodies.ts';
import { giveAnswersInTurn } from './answers-in-turn.ts';
import { connectToIdentity } from './auth/connect-to-identity.ts';
import { createIdentify } from './auth/identify.ts';
import type { GatewayConfig } from './config.ts';
import { addressKey } from './limits/address-key.ts';
import { callerAddress, trustIn } from './limits/caller-address.ts';
import { createLimits, type LimitName, noLimits } from './limits/limits.ts';
import { createGatewayMetrics } from './metrics.ts';
import { silentFor } from './proxy/forward.ts';
import { passages } from './proxy/passages.ts';
import { registerPassages } from './proxy/proxy.ts';
import { publicConfigRoute } from './public-config.ts';
import { createServices, type Services } from './services.ts';
import { showRefusedSignIns } from './sign-ins/refused-sign-ins.ts';
import { createSocketRelay, type RelayOptions } from './sockets/socket-relay.ts';
import { createTrunks } from './trunks/trunks.ts';
import { securityHeaders } from './web/security-headers.ts';
import { webClient } from './web/web-client.ts';
import { whoReadsMetrics } from './who-reads-metrics.ts';

export interface GatewayDependencies {
  config: GatewayConfig;
  log: Logger;
  bus: Bus;
  /** Ms in which a whole request must arrive, unless it is an upload. Default 10 minutes. */
  requestWithin?: number;
  /** Ms without a byte in either direction after which an answer is given up. Default: as long as any may take to begin. */
  silentFor?: number;
  /** Timeout for Redis in ms; counting for a limit is not worth a longer wait. Default 250. */
  limitsAnswerWithin?: number;
  /**
   * Ms for which a token waits for the answers that are to come with it. Default 1000: a page that has to ask for one
   * after all has then lost little more than a timely answer saves on a slow network.
   */
  firstAnswersWithin?: number;
  /** This process holds the services and their stores too: `/readyz` answers for all of them. */
  isWholeProduct?: boolean;
}

const tenMinutes = 600_000;
/** Ms of the shutdown in which the sockets are ended: before the kit cuts all other connections. */
const drainSocketsWithin = 4500;

/** Builds the gateway: the only process that is reachable from outside. `close()` releases everything that it opened. */
export async function buildGateway({ config, log, bus, ...options }: GatewayDependencies): Promise<Service> {
  const services = createServices(config.serviceUrls);
  const sign = createCallerSigner(config.internalSecret);
  const isTrusted = trustIn(config.trustedProxies);
  const identityNodes = services.nodes.identity;
  const { authenticator, close: leaveIdentity } = connectToIdentity({ config, identityNodes, sign, bus, log });

  const app = buildService({
    name: 'gateway',
    log,
    // For calls; for sockets, `callerAddress` finds the address in the same way.
    trustProxy: config.trustedProxies.length > 0 && isTrusted,
    silentFor: options.silentFor ?? silentFor,
    requestTimeout: options.requestWithin ?? tenMinutes,
    takesRequestIds: false,
    takesUpgrade: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    mayReadMetrics: whoReadsMetrics(config.metricsToken),
    isReady: readinessOf(bus, services, options),
  });
  app.addHook('onClose', async () => void (await Promise.all([services.close(), leaveIdentity()])));
  followTime(app, services, log);
  const metrics = createGatewayMetrics(app.metrics.registry);
  const limits = limitsOf(app, { config, log, ...options }, (limit) => metrics.limited.inc({ limit }));
  const trunks = createTrunks({ sign, log });
  app.addHook('onClose', async () => trunks.close());
  takeSockets(app, {
    nodes: services.nodes.chat,
    trunks,
    publicUrl: config.publicUrl,
    admit: (request) => limits.count('socket', addressKey(callerAddress(request, isTrusted))),
    log,
    metrics,
  });

  giveAnswersInTurn(app);
  securityHeaders(app, { publicUrl: config.publicUrl, issuer: config.signIn.issuer });
  keepAnswersPrivate(app);
  showRefusedSignIns(app);
  letUnreadBodiesFlowOff(app);
  publicConfigRoute(app, config);
  await registerPassages(app, passages, {
    ...services,
    publicUrl: config.publicUrl,
    identify: createIdentify(authenticator, config.publicUrl),
    sign,
    limits,
    trunks,
    onRetry: (service) => metrics.retries.inc({ service }),
    firstAnswersWithin: options.firstAnswersWithin ?? 1000,
  });
  await webClient(app, { dist: config.webDist, publicUrl: config.publicUrl });
  return app;
}

/** The gateway has no database, so it gets the time from identity. */
function followTime(app: Service, { timeOfIdentity }: Services, log: Logger): void {
  const unfollow = followClock(timeOfIdentity, log);
  app.addHook('onClose', async () => unfollow());
}

const readinessOf =
  (bus: Bus, services: Services, { isWholeProduct = false }: Pick<GatewayDependencies, 'isWholeProduct'>) =>
  () =>
    Promise.all([bus.ping(), isWholeProduct ? services.requireStores() : services.requireIdentity()]);

function takeSockets(app: Service, options: RelayOptions): void {
  const relay = createSocketRelay(options);
  app.server.on('upgrade', relay.upgrade);
  app.addHook('preClose', async () => relay.drain(drainSocketsWithin));
}

function limitsOf(
  app: Service,
  { config: { limits, redisUrl }, log, limitsAnswerWithin = 250 }: Omit<GatewayDependencies, 'bus'>,
  onExceeded: (limit: LimitName) => void,
) {
  if (!limits) return noLimits;
  if (!redisUrl) return createLimits(limits, null, onExceeded);
  const redis = createImpatientRedis(redisUrl, log, { answersWithin: limitsAnswerWithin });
  app.addHook('onClose', async () => redis.disconnect());
  return createLimits(limits, redis, onExceeded);
}

/** Browsers and proxies must not cache answers of the API, including errors, unless a service allows it for its files. */
function keepAnswersPrivate(app: Service): void {
  app.addHook('onSend', async (request, reply) => {
    // The address may be written in several ways (`/%61pi/me`), but a route has one.
    const isApi = [request.url, request.routeOptions.url].some((url) => url?.startsWith('/api'));
    if (isApi && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
