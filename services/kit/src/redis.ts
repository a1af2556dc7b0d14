import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { ConfigError } from './config.ts';
import { reachStore } from './reach-store.ts';

/**
 * A Redis connection that reconnects for as long as needed. With `failFast`, a command that cannot be sent now is refused
 * at once instead of waiting, so that nothing piles up while Redis is away; `answersWithin` is in ms (2 s). With `untilCut`,
 * a command that was sent has no such time: its answer may come until the connection is closed, which a silence of a second
 * more leads to; then its promise stays open.
 */
export function createRedis(
  url: string,
  log: Logger,
  options: { failFast?: boolean; answersWithin?: number; untilCut?: boolean } = {},
): Redis {
  const answersWithin = options.failFast ? (options.answersWithin ?? 2000) : undefined;
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: !options.failFast,
    autoResendUnfulfilledCommands: !options.failFast,
    commandTimeout: options.untilCut ? undefined : answersWithin,
    // A command that timed out still waits in memory for its answer, until the connection ends.
    socketTimeout: answersWithin && answersWithin + 1000,
    connectTimeout: 3000,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
  });
  redis.on('error', (err) => log.warn({ err }, 'Redis is away'));
  catchOwnSubscribing(redis);
  return redis;
}

/** What Redis answers to a wrong password, to none, and to a user without the rights. */
const refusals = /^(WRONGPASS|NOAUTH|NOPERM)|invalid password/;

/**
 * Waits until the Redis of `REDIS_URL` answers; throws `ConfigError` when it refuses us, is older than Redis 7, or is still
 * away after `patience` ms.
 */
export async function checkRedis(url: string, patience: number): Promise<void> {
  await reachStore({
    variable: 'REDIS_URL',
    patience,
    reach: () => askOnce(url),
    isRefusal: (error) => error instanceof Error && refusals.test(error.message),
  });
}

async function askOnce(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3000,
    commandTimeout: 3000,
    retryStrategy: () => null,
  });
  // Only this event gives the reason for a failed connection.
  let reason: unknown;
  redis.on('error', (error) => (reason = error));
  try {
    await redis.connect();
    // Sharded channels carry the events between chat nodes. Older ones would only fail to subscribe, which nobody sees.
    await redis.spublish('koinonia:start', '');
  } catch (error) {
    if (String(error).includes('unknown command')) {
      throw new ConfigError('REDIS_URL: the store there is older than Redis 7', { cause: error });
    }
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

/**
 * After a reconnection ioredis subscribes again by itself and ignores the answer: when the connection ends before the
 * answer, nobody would catch the rejection. The caller of `subscribe` still sees the result.
 */
function catchOwnSubscribing(redis: Redis): void {
  for (const name of ['subscribe', 'ssubscribe'] as const) {
    const subscribe = redis[name].bind(redis) as (...channels: unknown[]) => Promise<unknown>;
    const caught = (...channels: unknown[]) => {
      const answered = subscribe(...channels);
      answered.catch(() => {});
      return answered;
    };
    Object.assign(redis, { [name]: caught });
  }
}
