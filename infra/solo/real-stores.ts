import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '@koinonia/kit/config.ts';
import { Redis } from 'ioredis';
import pg from 'pg';

const patience = 10_000;

/** Throws `ConfigError` when the PostgreSQL of `DATABASE_URL` cannot be used. */
export async function checkPostgres(url: string): Promise<void> {
  await patiently('DATABASE_URL', async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
    try {
      await client.connect();
      await client.query('select 1');
    } finally {
      await client.end().catch(() => {});
    }
  });
}

/** Throws `ConfigError` when the Redis of `REDIS_URL` cannot be used. */
export async function checkRedis(url: string): Promise<void> {
  await patiently('REDIS_URL', async () => {
    const redis = new Redis(url, { lazyConnect: true, connectTimeout: 3000, retryStrategy: () => null });
    // Only this event gives the reason for a failed connection.
    let reason: unknown;
    redis.on('error', (error) => (reason = error));
    try {
      await redis.connect();
      await redis.ping();
    } catch (error) {
      throw reason ?? error;
    } finally {
      redis.disconnect();
    }
  });
}

/** A store may be starting together with us, so it is asked again; one that refuses us is not. */
async function patiently(variable: string, reach: () => Promise<void>): Promise<void> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    try {
      return await reach();
    } catch (cause) {
      const why =
        cause instanceof AggregateError
          ? cause.errors.join(', ')
          : cause instanceof Error
            ? cause.message
            : String(cause);
      const refused = /password|authentication|does not exist|NOAUTH|WRONGPASS/i.test(why);
      if (refused || Date.now() > giveUpAt)
        throw new ConfigError(`${variable}: the store there cannot be used (${why})`, { cause });
      await wait(250);
    }
  }
}
