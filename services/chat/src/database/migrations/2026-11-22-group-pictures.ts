import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chats add column photo_url text check (is_group or photo_url is null)`.execute(db);
}
