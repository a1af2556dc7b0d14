import fastifyCookie from '@fastify/cookie';
import { createIssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { type Audience, createCallerSigner, createCallerVerifier } from '@koinonia/kit/calls/caller-statement.ts';
import { createDatabase, migrate, pingDatabase } from '@koinonia/kit/stores/database.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { requireStatements } from '@koinonia/kit/http/routes.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import { forAMoment } from '@koinonia/kit/work/for-a-moment.ts';
import { auditRoutes } from './audit/routes.ts';
import type { IdentityConfig } from './config.ts';
import type { IdentityContext } from './context.ts';
import { migrations } from './database/migrations/migrations.ts';
import type { IdentityTables } from './database/schema.ts';
import { downloadRoutes } from './downloads/routes.ts';
import { startFarewells } from './farewells/messenger.ts';
import { forgetExpired } from './forget-expired.ts';
import { createGroups } from './groups.ts';
import { startJoining } from './invitations/join-groups.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { internalRoutes } from './internal/routes.ts';
import { createIdentityMetrics } from './metrics.ts';
import { ownDataRoutes } from './own-data/routes.ts';
import { warnOfStrangers } from './people/new-person.ts';
import { keepNumbersPlain } from './people/plain-numbers.ts';
import { createPictureOffer } from './people/offer-picture.ts';
import { peopleRoutes } from './people/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { createDeviceSealer } from './sessions/sealed-device.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { createAttemptCookie } from './sign-in/attempt-cookie.ts';
import { createIssuer } from './sign-in/issuer.ts';
import { signInRoutes } from './sign-in/routes.ts';

export interface IdentityDependencies {
  config: IdentityConfig;
  log: Logger;
  bus: Bus;
}

/** Builds the identity service and first brings its database up to date; `close()` releases everything that it opened. */
export async function buildIdentity({ config, log, bus }: IdentityDependencies): Promise<Service> {
  const database = { url: config.databaseUrl, schema: 'identity', log };
  await migrate({ ...database, migrations });
  const db = createDatabase<IdentityTables>(database);
  const { chat, media, ...neighbours } = openNeighbours(config);
  const keys = createIssuerKeys(config.signIn.issuer, log);
  const forgetting = forgetExpired(db, log);
  const plainNumbers = keepNumbersPlain(db, log);

  const app = buildService({
    name: 'identity',
    log,
    databases: { identity: db },
    isReady: () => Promise.all([pingDatabase(db), bus.ping()]),
  });
  app.addHook('onClose', async () => {
    await Promise.all([forgetting.close(), plainNumbers.close(), joining.close(), farewells.close()]);
    keys.close();
    await Promise.all([neighbours.close(), db.destroy()]);
  });

  const { adminEmails, signIn, internalSecret } = config;
  warnOfStrangers({ adminEmails, domain: signIn.domain }, log);
  const groups = createGroups(neighbours.groups);
  const joining = startJoining({ db, groups, log });
  const farewells = startFarewells({ db, groups, chat, media, log });
  const context: IdentityContext = {
    db,
    bus,
    log,
    groups,
    chat,
    media,
    farewells,
    offerPicture: createPictureOffer(media, log),
    joinInvitedGroups: () => forAMoment(joining.goAndWait()),
    adminEmails,
    signIn,
    sealer: createDeviceSealer(config.sessionSecret),
    internalSecret,
  };
  await app.register(async (inside) => {
    requireStatements(app, inside, createCallerVerifier(internalSecret, 'identity'));
    await inside.register(async (scope) => internalRoutes(scope, context));
    peopleRoutes(inside, context);
    auditRoutes(inside, context);
    invitationRoutes(inside, context);
    ownDataRoutes(inside, context);
    await inside.register(async (scope) => cookieRoutes(scope, config, context, keys));
  });
  return app;
}

/** The services that identity calls. */
function openNeighbours({ groupsUrls, chatUrls, mediaUrls, internalSecret }: IdentityConfig) {
  const sign = createCallerSigner(internalSecret);
  const open = (audience: Audience, urls: readonly string[]) =>
    createServiceClient({ nodes: createServiceNodes(urls), audience, as: 'identity', sign });
  const clients = { groups: open('groups', groupsUrls), chat: open('chat', chatUrls), media: open('media', mediaUrls) };
  return { ...clients, close: () => Promise.all(Object.values(clients).map((client) => client.close())) };
}

/** The routes that browsers reach with their cookies. */
async function cookieRoutes(
  app: Service,
  config: IdentityConfig,
  context: IdentityContext,
  keys: ReturnType<typeof createIssuerKeys>,
): Promise<void> {
  const { publicUrl, sessionSecret, clientSecret } = config;
  const cookie = createSessionCookie(publicUrl);
  const redirectUri = `${publicUrl}/api/session/callback`;
  const issuer = createIssuer({ settings: config.signIn, clientSecret, redirectUri });
  const metrics = createIdentityMetrics(app.metrics.registry);
  const attempts = createAttemptCookie({ publicUrl, sessionSecret });
  await app.register(fastifyCookie);
  const forBrowsers = { ...context, publicUrl, cookie };
  sessionRoutes(app, forBrowsers);
  downloadRoutes(app, forBrowsers);
  signInRoutes(app, { ...forBrowsers, issuer, keys, attempts, metrics });
}
