import { type Kysely, sql } from 'kysely';

/**
 * The time since which a change may still be invisible: the beginning of the oldest transaction that is still writing, otherwise
 * now, by the database's clock, which is the only one that all nodes share. A commit may take minutes, when a disk or a standby
 * hangs. Of other roles' transactions PostgreSQL tells nothing, but all services have the same role.
 */
export async function selectSettledTime<Tables>(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ settled: Date }>`
    select least(clock_timestamp(), min(xact_start)) as settled from pg_stat_activity
    where datname = current_database() and backend_xid is not null`.execute(db);
  return rows[0]?.settled ?? new Date(0);
}

/** Ms to look back from a settled time: a change has the time when it was made, but its transaction writes only afterwards. */
export const settledOverlap = 15_000;
