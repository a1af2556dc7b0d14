import pg from 'pg';
import type { Target } from '../target.ts';

/** What a table holds and takes of the disk, and how many of its rows have ever been read without an index. */
export interface Table {
  readonly name: string;
  readonly bytes: number;
  readonly scanned: number;
}

/** All tables of the services, the largest first. */
export async function tablesOf(target: Target): Promise<Table[]> {
  const database = new pg.Client(target.postgresUrl);
  await database.connect();
  try {
    const { rows } = await database.query<{ name: string; bytes: string; scanned: string }>(`
      select schemaname || '.' || relname as name, pg_total_relation_size(relid) as bytes, seq_tup_read as scanned
      from pg_stat_user_tables order by bytes desc`);
    return rows.map(({ name, bytes, scanned }) => ({ name, bytes: Number(bytes), scanned: Number(scanned) }));
  } finally {
    await database.end();
  }
}

/** Rows that were read without an index from one look to the next, by table; only tables of which there were some. */
export function scannedBetween(before: readonly Table[], after: readonly Table[], seconds: number) {
  const rates = after.map(({ name, scanned }) => {
    const then = before.find((one) => one.name === name)?.scanned ?? 0;
    return [name, (scanned - then) / seconds] as const;
  });
  return rates.filter(([, rate]) => rate > 1);
}
