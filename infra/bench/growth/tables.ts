import pg from 'pg';
import type { Target } from '../target.ts';

/** The disk space of a table with its indexes, and the number of rows ever read from it. */
export interface Table {
  readonly name: string;
  readonly bytes: number;
  readonly read: number;
}

/** All tables of the services, the largest first. */
export async function tablesOf(target: Target): Promise<Table[]> {
  const database = new pg.Client(target.postgresUrl);
  await database.connect();
  try {
    const { rows } = await database.query<{ name: string; bytes: string; read: string }>(`
      select schemaname || '.' || relname as name, pg_total_relation_size(relid) as bytes,
        seq_tup_read + coalesce(idx_tup_fetch, 0) as read
      from pg_stat_user_tables order by bytes desc`);
    return rows.map(({ name, bytes, read }) => ({ name, bytes: Number(bytes), read: Number(read) }));
  } finally {
    await database.end();
  }
}

/** Rows read per second between two snapshots, by table; only tables with any. */
export function readBetween(before: readonly Table[], after: readonly Table[], seconds: number) {
  const rates = after.map(({ name, read }) => {
    const then = before.find((one) => one.name === name)?.read ?? 0;
    return [name, (read - then) / seconds] as const;
  });
  return rates.filter(([, rate]) => rate > 1);
}
