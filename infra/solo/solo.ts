import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { createRedisBus } from '@koinonia/kit/bus/redis-bus.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { banner } from './banner.ts';
import type { SoloConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { startDemoSignIn } from './demo-sign-in/demo-sign-in.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { freePort } from './free-port.ts';
import { findPlace } from './listening-place.ts';
import type { Opened } from './opened.ts';
import { gateway, type PartEnvironment, services } from './parts.ts';
import { checkPostgres, checkRedis } from './real-stores.ts';
import { freshSecret, keptSecret } from './secrets.ts';

/**
 * Starts the whole product within this process: the embedded parts where no real ones are configured, then each service,
 * then the gateway. Returns what to say at the terminal.
 */
export async function startSolo(options: {
  environment: PartEnvironment;
  config: SoloConfig;
  opened: Opened;
  log: Logger;
}): Promise<string> {
  const { environment, config, opened, log } = options;
  const port = await findPlace(config.host, config.port);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  await opened.open('the data folder', () => openDataDir(config.dataDir), (dataDir) => dataDir.release());

  const [databaseUrl, demo] = await Promise.all([
    openDatabase(config, opened, log),
    openDemoSignIn(config, publicUrl, opened, log),
    config.redisUrl && checkRedis(config.redisUrl),
  ]);
  const bus = await opened.open('the bus', () => openBus(config, log), (open) => open.close());

  const shared = {
    ...environment,
    PUBLIC_URL: publicUrl,
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    INTERNAL_SECRET: config.internalSecret ?? freshSecret(),
    SESSION_SECRET: config.sessionSecret ?? (await keptSecret(config.dataDir, 'session.secret')),
    ...(demo && {
      SIGN_IN: 'demo',
      OIDC_ISSUER: demo.issuer,
      GOOGLE_CLIENT_ID: demo.clientId,
      GOOGLE_CLIENT_SECRET: demo.clientSecret,
      ALLOWED_DOMAIN: demo.domain,
      ADMIN_EMAILS: [...demo.adminEmails, config.adminEmails].filter(Boolean).join(','),
    }),
  };
  const places = await Promise.all(services.map(async (service) => ({ ...service, port: await freePort() })));
  const addresses = Object.fromEntries(places.map(({ url, port: place }) => [url, `http://127.0.0.1:${place}`]));
  const inside = { ...shared, ...addresses, HOST: '127.0.0.1' };
  await Promise.all(
    places.map(({ part, port: place }) =>
      opened.open(part.name, () => part.start({ ...inside, PORT: String(place) }, bus), (app) => app.close()),
    ),
  );
  const outside = { ...shared, ...addresses, HOST: config.host, PORT: String(port) };
  await opened.open(gateway.name, () => gateway.start(outside, bus), (app) => app.close());
  return banner({ publicUrl, config, s3Endpoint: environment['S3_ENDPOINT'], issuer: config.issuer, demo });
}

async function openDatabase(config: SoloConfig, opened: Opened, log: Logger): Promise<string> {
  if (config.databaseUrl) {
    await checkPostgres(config.databaseUrl);
    return config.databaseUrl;
  }
  const start = () => startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const postgres = await opened.open('PostgreSQL', start, (running) => running.stop());
  return postgres.url;
}

async function openDemoSignIn(config: SoloConfig, publicUrl: string, opened: Opened, log: Logger) {
  if (config.signIn !== 'demo') return null;
  const start = () => startDemoSignIn({ publicUrl, dataDir: config.dataDir, domain: config.domain, log });
  return opened.open('the demo sign-in', start, (demo) => demo.close());
}

async function openBus(config: SoloConfig, log: Logger) {
  return config.redisUrl ? createRedisBus(config.redisUrl, log) : createMemoryBus(log);
}
