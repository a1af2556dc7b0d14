import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';

/** How many of the service's connections wait for a lock that another one holds. PostgreSQL's own processes wait, too. */
export async function waitingForLocks(db: IdentityDatabase): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and application_name = 'koinonia identity'`.execute(db);
  return rows.length;
}
