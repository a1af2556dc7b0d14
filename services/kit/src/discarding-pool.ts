import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { nameOf } from './kept-plans.ts';

/** What pg says when a query was not answered in time; it then leaves the query running on the connection. */
const readTimeout = 'Query read timeout';

/**
 * A pool that never hands out a connection again on which a query was given up. Nobody knows what the server still does
 * there: a `begin` that comes through late would swallow the next writes, and they would be lost although acknowledged.
 */
export function discardingPool(pool: pg.Pool, onWaited: (seconds: number) => void = () => {}): PostgresPool {
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
    // Nor is a rollback waited for, which would take as long again.
    if (isSpoilt) throw new Error(readTimeout);
    try {
      return await client.query({ name: nameOf(sql), text: sql, values: [...parameters] });
    } catch (error) {
      isSpoilt = error instanceof Error && error.message === readTimeout;
      throw error;
    }
  };
  return {
    // Kysely could also read by cursor; no service of ours does.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(Boolean(destroy) || isSpoilt),
  };
}
