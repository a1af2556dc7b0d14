import { type Kysely, sql } from 'kysely';

/** The address of a file is kept for media when a whole message goes, too, and not only when it loses its attachment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger messages_with_attachment_gone after delete on messages
    for each row when (old.attachment_url is not null)
    execute function withdraw_attachment()`.execute(db);
}
