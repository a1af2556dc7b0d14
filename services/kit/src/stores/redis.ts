import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { createOutageTeller } from '../observing/tell-outage.ts';
import { ConfigError } from '../process/config.ts';
import { reachStore } from './reach-store.ts';

/** Ms. Longer than BullMQ blocks on a connection, at most 10 s. */
const longestSilence = 15_000;
/** Ms. How often a connection that only listens asks whether Redis is still there, and how long it waits for the answer. */
const listening = { asksEvery: 5000, answersWithin: 10_000 };

/** A connection to Redis whose commands wait while Redis is away. After 15 s without an answer it is closed, and reconnects. */
export const createRedis = (url: string, log: Logger): Redis => connect(url, log, { socketTimeout: longestSilence });

/**
 * A connection to Redis that refuses at once a command that cannot be sent now, so that nothing piles up while Redis is away. A
 * command that was sent is given up after `answersWithin` ms (2 s). With `untilCut` it never is: its answer may come until the
 * connection is closed, after a silence of one second more; then its promise stays pending.
 */
export function createImpatientRedis(
  url: string,
  log: Logger,
  { answersWithin = 2000, untilCut = false }: { answersWithin?: number; untilCut?: boolean } = {},
): Redis {
  return connect(url, log, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: untilCut ? undefined : answersWithin,
    // A command that timed out still waits in memory for its answer, until the connection ends.
    socketTimeout: answersWithin + 1000,
  });
}

/**
 * Reconnects for as long as needed. A connection that is silent for `socketTimeout` ms with a command unanswered is closed:
 * when the machine of Redis is gone without a word, the system would wait for a quarter of an hour.
 */
function connect(url: string, log: Logger, options: RedisOptions & { socketTimeout: number }): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 3000,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
    // Another one has taken this one's place: a new connection may lead there.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    ...options,
  });
  // Each try that fails is an error of its own.
  const outage = createOutageTeller(log, { away: 'Redis is away', back: 'Redis is back' });
  redis.on('error', outage.fail);
  redis.on('ready', outage.succeed);
  catchOwnSubscribing(redis);
  return redis;
}

/**
 * A connection that only listens. It pings, as nothing else would show that Redis is gone: after 15 s at most it reconnects,
 * and has missed what was published meanwhile (`followGaps`).
 */
export function createSubscriber(url: string, log: Logger): Redis {
  const redis = connect(url, log, { socketTimeout: listening.answersWithin });
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {});
  }, listening.asksEvery);
  timer.unref();
  redis.on('end', () => clearInterval(timer));
  return redis;
}

/**
 * The prefix of our channels. All databases of a Redis share its channels, so the prefix has the database's number, or else two
 * installations on one Redis would hear each other; for the first database there is none.
 */
export const channelsOf = ({ options }: Pick<Redis, 'options'>): string =>
  options.db ? `koinonia:${options.db}` : 'koinonia';

/** What Redis answers to a wrong password, to none, to a user without the rights, and to a database that it does not have. */
const refusals = /^(WRONGPASS|NOAUTH|NOPERM)|invalid password|DB index/;

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
    // ioredis only reports a missing database and continues in the first one, which may be somebody else's.
    if (redis.options.db) await redis.select(redis.options.db);
    // Sharded channels carry the events between chat nodes. An older Redis would only fail to subscribe, which nobody sees.
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
