import { type Kysely, sql } from 'kysely';

/** Who is in a chat, in the order in which they came, from an index alone: asked for each chat of a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index memberships_members on memberships (chat_id, joined_at, user_id) where left_at is null`.execute(
    db,
  );
}
