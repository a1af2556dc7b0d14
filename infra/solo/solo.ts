import { once } from 'node:events';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { createRedisBus } from '@koinonia/kit/bus/redis-bus.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { checkRedis } from '@koinonia/kit/stores/redis.ts';
import { banner } from './banner.ts';
import type { SoloConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import type { DemoSignIn } from './demo-sign-in/demo-sign-in.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { findPlace } from './listening-place.ts';
import type { Opened } from './opened.ts';
import { gateway, mediaWorker, type Part, type PartEnvironment, services } from './parts.ts';
import { keptSecret } from './secrets.ts';

/** Ms for a Redis that is starting together with us. */
const waitsForRedis = 10_000;

interface Start {
  readonly environment: PartEnvironment;
  readonly config: SoloConfig;
  readonly opened: Opened;
  readonly log: Logger;
}

/**
 * Starts the whole product within this process: the embedded parts where no real ones are configured, then each service,
 * then the gateway. Returns the message for the terminal.
 */
export async function startSolo(start: Start): Promise<string> {
  const { environment, config, opened } = start;
  const port = await findPlace(config.host, config.port);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  await opened.open(
    'the data folder',
    () => openDataDir(config.dataDir),
    (dataDir) => dataDir.release(),
  );
  const [databaseUrl, demo, bus] = await Promise.all([
    openDatabase(start),
    openDemoSignIn(start, publicUrl),
    openBus(start),
    loadParts(config),
  ]);

  const shared = {
    ...environment,
    PUBLIC_URL: publicUrl,
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    INTERNAL_SECRET: config.internalSecret ?? (await keptSecret(config.dataDir, 'internal.secret')),
    SESSION_SECRET: config.sessionSecret ?? (await keptSecret(config.dataDir, 'session.secret')),
    ...(demo && demoVariables(demo, config)),
  };
  const addresses = await startServices(start, shared, bus);
  const outside = { ...shared, ...addresses, HOST: config.host, PORT: String(port) };
  await openPart(opened, gateway, outside, bus);
  return banner({ publicUrl, config, s3Endpoint: environment['S3_ENDPOINT'], demo });
}

/** Before the first part runs: on a slow machine, its connections would time out while others are loaded. */
const loadParts = ({ redisUrl }: SoloConfig) =>
  Promise.all(
    [...services.map(({ part }) => part), ...(redisUrl ? [mediaWorker] : []), gateway].map((part) => part.load()),
  );

/** Returns the variables with the services' addresses, for the services and the gateway. */
async function startServices({ config, opened }: Start, shared: PartEnvironment, bus: Bus): Promise<PartEnvironment> {
  const places = await Promise.all(services.map(async (service) => ({ ...service, port: String(await freePort()) })));
  const addresses = Object.fromEntries(places.map(({ url, port }) => [url, `http://127.0.0.1:${port}`]));
  const inside = { ...shared, ...addresses, HOST: '127.0.0.1' };
  const [identity, ...others] = places;
  // The other services call it as soon as they start.
  if (identity) await openPart(opened, identity.part, { ...inside, PORT: identity.port }, bus);
  await Promise.all([
    ...others.map(({ part, port }) => openPart(opened, part, { ...inside, PORT: port }, bus)),
    config.redisUrl && openPart(opened, mediaWorker, { ...inside, PORT: '0' }, bus),
  ]);
  return addresses;
}

function openPart(opened: Opened, part: Part, environment: PartEnvironment, bus: Bus) {
  return opened.open(
    part.name,
    (ending) => Promise.race([part.start(environment, bus), failAt(ending)]),
    (app) => app.close(),
  );
}

/** A part that is still being built may wait long for a store, and lets nobody in yet: at the end it is simply abandoned. */
async function failAt(ending: AbortSignal): Promise<never> {
  await once(ending, 'abort');
  throw ending.reason;
}

async function openDatabase({ config, opened, log }: Start): Promise<string> {
  // The first service finds out whether it can be used, and brings it up to date.
  if (config.databaseUrl) return config.databaseUrl;
  const start = (ending: AbortSignal) => startEmbeddedPostgres({ dataDir: config.dataDir, log, ending });
  const postgres = await opened.open('PostgreSQL', start, (running) => running.stop());
  return postgres.url;
}

async function openDemoSignIn({ config, opened, log }: Start, publicUrl: string): Promise<DemoSignIn | null> {
  if (config.signIn !== 'demo') return null;
  // Loaded only where it is used, as it is large.
  const { startDemoSignIn } = await import('./demo-sign-in/demo-sign-in.ts');
  const start = () => startDemoSignIn({ publicUrl, dataDir: config.dataDir, domain: config.domain, log });
  return opened.open('the demo sign-in', start, (demo) => demo.close());
}

async function openBus({ config, opened, log }: Start): Promise<Bus> {
  const { redisUrl } = config;
  if (redisUrl) await checkRedis(redisUrl, waitsForRedis);
  const create = async () => (redisUrl ? createRedisBus(redisUrl, log) : createMemoryBus(log));
  return opened.open('the bus', create, (bus) => bus.close());
}

function demoVariables(demo: DemoSignIn, config: SoloConfig): PartEnvironment {
  return {
    SIGN_IN: 'demo',
    OIDC_ISSUER: demo.issuer,
    GOOGLE_CLIENT_ID: demo.clientId,
    GOOGLE_CLIENT_SECRET: demo.clientSecret,
    ALLOWED_DOMAIN: demo.domain,
    ADMIN_EMAILS: [...demo.adminEmails, config.adminEmails].filter(Boolean).join(','),
  };
}
