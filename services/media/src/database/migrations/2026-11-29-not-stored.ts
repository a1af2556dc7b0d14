import { type Kysely, sql } from 'kysely';

/** To find uploads that were never completely stored without looking at all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index uploads_not_stored on uploads (created_at) where not stored`.execute(db);
}
