import { type Kysely, sql } from 'kysely';

/** To find what somebody reacted with; messages are found by their senders already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reactions_user on reactions (user_id, message_id, emoji)`.execute(db);
}
