import { type Kysely, sql } from 'kysely';

/** To find the reactions of a person; messages already have an index by sender. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reactions_user on reactions (user_id, message_id, emoji)`.execute(db);
}
