import { createAccessWatch } from '@koinonia/kit/auth/access-watch.ts';
import { createAuthenticator } from '@koinonia/kit/auth/authenticator.ts';
import { createIssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import { buildService, type Service } from '@koinonia/kit/build-service.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createCallerSigner } from '@koinonia/kit/caller-statement.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { createRedis } from '@koinonia/kit/redis.ts';
import { createServiceClient } from '@koinonia/kit/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/service-nodes.ts';
import { letUnreadBodiesFlowOff } from '@koinonia/kit/unread-bodies.ts';
import { Agent } from 'undici';
import { createIdentify } from './auth/identify.ts';
import type { GatewayConfig } from './config.ts';
import { createLimits, noLimits } from './limits/limits.ts';
import { createGatewayMetrics } from './metrics.ts';
import { passages } from './proxy/passages.ts';
import { registerPassages } from './proxy/proxy.ts';
import { publicConfigRoute } from './public-config.ts';
import { requireAlive } from './readiness.ts';
import { createSocketRelay } from './sockets/socket-relay.ts';
import { securityHeaders } from './web/security-headers.ts';
import { webClient } from './web/web-client.ts';

export interface GatewayDependencies {
  config: GatewayConfig;
  log: Logger;
  bus: Bus;
}

/** Ms for a whole request to come in: an upload of 25 MiB over a slow phone. */
const requestWithin = 600_000;
const connectWithin = 1000;
/** Ms, at the end: sockets are ended within the first, all other connections are cut after the second. */
const drainSocketsWithin = 5000;
const cutAfter = 7500;

/** Builds the gateway: the only process that is reached from outside. `close()` releases all that it opened. */
export async function buildGateway({ config, log, bus }: GatewayDependencies): Promise<Service> {
  const nodes = createNodes(config);
  const dispatcher = new Agent({ connect: { timeout: connectWithin } });
  const redis = config.redisUrl && config.limits ? createRedis(config.redisUrl, log, { failFast: true, answersWithin: 250 }) : null;
  const limits = config.limits ? createLimits(config.limits, redis) : noLimits;
  const sign = createCallerSigner(config.internalSecret);
  const access = createAccess(config, nodes, sign, bus, log);

  const app = buildService({
    name: 'gateway',
    log,
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
    requestTimeout: requestWithin,
    takesRequestIds: false,
    isReady: () => Promise.all([bus.ping(), ...Object.values(nodes).map((each) => requireAlive(each, dispatcher))]),
  });
  const metrics = createGatewayMetrics(app.metrics.registry);
  const relay = createSocketRelay({ nodes: nodes.chat, publicUrl: config.publicUrl, log, metrics });
  app.server.on('upgrade', relay.upgrade);
  app.addHook('preClose', async () => {
    relay.drain(drainSocketsWithin);
    setTimeout(() => app.server.closeAllConnections(), cutAfter).unref();
  });
  app.addHook('onClose', async () => {
    access.close();
    redis?.disconnect();
    for (const each of Object.values(nodes)) each.close();
    await Promise.all([dispatcher.close(), access.identity.close()]);
  });

  await securityHeaders(app, { publicUrl: config.publicUrl, issuer: config.signIn.issuer });
  keepAnswersPrivate(app);
  letUnreadBodiesFlowOff(app);
  publicConfigRoute(app, config);
  await registerPassages(app, passages, {
    identify: createIdentify(access.authenticator, config.publicUrl),
    sign,
    limits,
    nodes,
    dispatcher,
    onRetry: (service) => metrics.retries.inc({ service }),
  });
  await webClient(app, config.webDist);
  return app;
}

const createNodes = ({ serviceUrls }: GatewayConfig) => ({
  identity: createServiceNodes(serviceUrls.identity),
  groups: createServiceNodes(serviceUrls.groups),
  chat: createServiceNodes(serviceUrls.chat),
  media: createServiceNodes(serviceUrls.media),
});

/** All that says who is calling and whether they still may. */
function createAccess(
  config: GatewayConfig,
  nodes: ReturnType<typeof createNodes>,
  sign: ReturnType<typeof createCallerSigner>,
  bus: Bus,
  log: Logger,
) {
  const identity = createServiceClient({ nodes: nodes.identity, audience: 'identity', as: 'gateway', sign });
  const watch = createAccessWatch({ identity, bus, log });
  const keys = createIssuerKeys(config.signIn.issuer, log);
  const { internalSecret, signIn } = config;
  const authenticator = createAuthenticator({
    internalSecret,
    settings: () => signIn,
    keys: () => keys,
    identity,
    watch,
  });
  const close = () => {
    watch.close();
    keys.close();
  };
  return { identity, authenticator, close };
}

/** No answer of the API is kept by a browser or a proxy, errors included, but what a service says of its files. */
function keepAnswersPrivate(app: Service): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
