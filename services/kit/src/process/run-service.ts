import type { LevelWithSilent } from 'pino';
import type { Service } from '../http/build-service.ts';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createRedisBus } from '../bus/redis-bus.ts';
import { timeIsTold } from '../clock.ts';
import { ConfigError } from './config.ts';
import { listen } from './listen.ts';
import { createLog, type Logger } from '../observing/log.ts';
import { checkRedis } from '../stores/redis.ts';
import { closeGracefully } from './shutdown.ts';
import { startTracing, stopTracing } from '../observing/tracing.ts';

/** Ms to wait for the shared time; after that, this machine's own clock is used until the time is known. */
const waitsForTime = 3000;

interface ProcessConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LevelWithSilent;
  readonly redisUrl?: string | undefined;
  readonly tracesEndpoint?: string | undefined;
}

/**
 * Runs a service as a process of its own: configures, builds, listens, and ends cleanly at SIGTERM, also while it is
 * still starting. A wrong configuration is explained on standard error, any other failure of the start is logged; both end
 * the process with 1.
 */
export async function runService<Config extends ProcessConfig>(service: {
  name: string;
  config: () => Config;
  build: (dependencies: { config: Config; log: Logger; bus: Bus }) => Promise<Service>;
}): Promise<void> {
  const config = configured(service.config);
  const log = createLog(config.logLevel, service.name);
  // In the background: the process also starts without its Redis, and waits for it.
  if (config.redisUrl) void checkRedis(config.redisUrl, Infinity).catch(tellWrongConfiguration);
  else log.warn('REDIS_URL is unset: what happens in other processes is not told to this one');
  const bus = config.redisUrl ? createRedisBus(config.redisUrl, log) : createMemoryBus(log);
  let app: Service | undefined;
  let ending = false;
  // From the beginning: the build may wait long for a store, and the shutdown does not wait for the build.
  closeGracefully(log, async () => {
    ending = true;
    await app?.close();
    await bus.close();
    await stopTracing();
  });
  try {
    await startTracing(config.tracesEndpoint);
    app = await service.build({ config, log, bus });
    await timeIsTold(waitsForTime);
    if (!ending) await listen(app, config, log);
  } catch (err) {
    if (ending) return;
    tellWrongConfiguration(err);
    log.fatal({ err }, 'could not start');
    process.exit(1);
  }
}

function configured<Config>(read: () => Config): Config {
  try {
    return read();
  } catch (error) {
    tellWrongConfiguration(error);
    throw error;
  }
}

function tellWrongConfiguration(error: unknown): void {
  if (!(error instanceof ConfigError)) return;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
