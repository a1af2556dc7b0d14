import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';

/** How many connections to the test's database wait for a lock that another one holds. */
export async function waitingForLocks(db: IdentityDatabase): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
