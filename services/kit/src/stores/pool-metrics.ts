import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** A pool of connections, and the observer of how long callers waited for one (in seconds). */
export interface CountedPool {
  readonly pool: Pool;
  onWaited: (seconds: number) => void;
}

/** The pool behind each database, so that code with a database does not need its pool too. */
const pools = new WeakMap<object, CountedPool>();

/** Remembers the pool of a database, for `countPools`. */
export function rememberPool(database: object, counted: CountedPool): void {
  pools.set(database, counted);
}

/** Counts the connections of databases made by `createDatabase`, by their name in the metrics. */
export function countPools(registry: Registry, databases: Readonly<Record<string, object>>): void {
  const counted = Object.entries(databases).map(([database, key]) => {
    const found = pools.get(key);
    if (!found) throw new Error(`${database} is no database of createDatabase`);
    return { database, found };
  });
  const waited = new Histogram({
    name: 'db_pool_wait_seconds',
    help: 'Time that a caller waited for a connection to the database',
    labelNames: ['database'] as const,
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3],
    registers: [registry],
  });
  for (const { database, found } of counted) found.onWaited = (seconds) => waited.observe({ database }, seconds);
  const connections = new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to the database that are used and idle, and callers that wait for one',
    labelNames: ['database', 'state'] as const,
    registers: [],
    collect() {
      for (const { database, found } of counted) {
        const { totalCount, idleCount, waitingCount } = found.pool;
        this.set({ database, state: 'used' }, totalCount - idleCount);
        this.set({ database, state: 'idle' }, idleCount);
        this.set({ database, state: 'waiting' }, waitingCount);
      }
    },
  });
  registry.registerMetric(connections);
}
