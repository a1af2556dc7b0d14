import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * A Redis connection that comes back by itself for as long as it takes. With `failFast`, a command that cannot be sent
 * now is refused at once instead of waiting, so that nothing piles up while Redis is away; `answersWithin` is in ms (2 s).
 */
export function createRedis(
  url: string,
  log: Logger,
  options: { failFast?: boolean; answersWithin?: number } = {},
): Redis {
  const answersWithin = options.failFast ? (options.answersWithin ?? 2000) : undefined;
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: !options.failFast,
    autoResendUnfulfilledCommands: !options.failFast,
    commandTimeout: answersWithin,
    // A command that was given up still waits in memory for its answer, until the connection ends.
    socketTimeout: answersWithin && answersWithin + 1000,
    connectTimeout: 3000,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
  });
  redis.on('error', (err) => log.warn({ err }, 'Redis is away'));
  catchOwnSubscribing(redis);
  return redis;
}

/**
 * After a reconnection ioredis subscribes again by itself and looks at no answer: when the connection ends before it came,
 * nobody would catch that. Whoever subscribes still sees what becomes of it.
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
