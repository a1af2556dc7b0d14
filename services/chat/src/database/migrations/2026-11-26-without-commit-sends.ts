import { type Kysely, sql } from 'kysely';

/** The last release sends by `commit_messages` already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function commit_sends(jsonb)`.execute(db);
}
