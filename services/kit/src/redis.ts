import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * A Redis connection that reconnects for as long as needed. With `failFast`, a command that cannot be sent now is refused
 * at once instead of waiting, so that nothing piles up while Redis is away; `answersWithin` is in ms (2 s).
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
