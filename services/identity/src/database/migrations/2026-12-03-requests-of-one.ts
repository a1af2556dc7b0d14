import { type Kysely, sql } from 'kysely';

/** So that it is known at once how often somebody has asked for the deletion of their data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_requests on audit_log (by, at) where act = 'person.deletion_requested'`.execute(db);
}
