import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { nameOf } from './kept-plans.ts';

/** The message of pg when a query timed out; pg then leaves the query running on the connection. */
const readTimeout = 'Query read timeout';

/**
 * A pool that never reuses a connection after a query on it timed out. Nobody knows what the server still does there: a
 * `begin` that arrives late would swallow the next writes, and acknowledged writes would be lost.
 */
export function discardingPool(pool: pg.Pool, onWaited: (seconds: number) => void): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const askedAt = performance.now();
      const client = await pool.connect();
      onWaited((performance.now() - askedAt) / 1000);
      return discardAfterTimeout(client);
    },
    end: () => pool.end(),
  };
}

function discardAfterTimeout(client: pg.PoolClient): PostgresPoolClient {
  let isSpoilt = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // Waiting for a rollback would take just as long again.
    if (isSpoilt) throw new Error(readTimeout);
    try {
      return await client.query({ name: nameOf(sql), text: sql, values: [...parameters] });
    } catch (error) {
      isSpoilt = error instanceof Error && error.message === readTimeout;
      throw error;
    }
  };
  return {
    // Kysely can also read by cursor; no service uses that.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(Boolean(destroy) || isSpoilt),
  };
}
