import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { codeOf } from '../code-of.ts';
import { planName } from './kept-plans.ts';

/** The message of pg when a query timed out; pg then leaves the query running on the connection. */
const readTimeout = 'Query read timeout';
/** SQLSTATE of a write that the server does not take, such as a standby. */
const readOnly = '25006';
/** Ms between two times that all connections are given up: where the only server is read-only, new ones lead to the same. */
const givesUpEvery = 1000;

/**
 * A pool that does not reuse every connection:
 * - never one on which a query timed out. Nobody knows what the server still does there: a `begin` that arrives late would
 *   swallow the next writes, and acknowledged writes would be lost.
 * - none that was open when a server refused to write. Another one may have taken its place at the same address, and a
 *   connection that is asked something every few seconds would never be closed for being idle.
 */
export function discardingPool(pool: pg.Pool, onWaited: (seconds: number) => void): PostgresPool {
  let usable = new WeakSet<pg.PoolClient>();
  let gaveUpAt = -givesUpEvery;
  pool.on('connect', (client) => usable.add(client));

  function giveUp(client: pg.PoolClient, error: unknown) {
    if (hasTimedOut(error)) usable.delete(client);
    if (codeOf(error) !== readOnly || performance.now() - gaveUpAt < givesUpEvery) return;
    gaveUpAt = performance.now();
    usable = new WeakSet();
  }

  async function usableClient(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (usable.has(client)) return client;
      client.release(true);
    }
  }

  return {
    options: pool.options,
    async connect() {
      const askedAt = performance.now();
      const client = await usableClient();
      onWaited((performance.now() - askedAt) / 1000);
      return watched(client, { onError: giveUp, isUsable: () => usable.has(client) });
    },
    end: () => pool.end(),
  };
}

const hasTimedOut = (error: unknown) => error instanceof Error && error.message === readTimeout;

interface Watching {
  onError(client: pg.PoolClient, error: unknown): void;
  isUsable(): boolean;
}

function watched(client: pg.PoolClient, { onError, isUsable }: Watching): PostgresPoolClient {
  let isStuck = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // Waiting for a rollback would take just as long again.
    if (isStuck) throw new Error(readTimeout);
    try {
      return await client.query({ name: planName(sql), text: sql, values: [...parameters] });
    } catch (error) {
      isStuck = hasTimedOut(error);
      onError(client, error);
      throw error;
    }
  };
  return {
    // Kysely can also read by cursor; no service uses that.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(Boolean(destroy) || !isUsable()),
  };
}
