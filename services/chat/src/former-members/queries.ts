import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

export async function deleteSettings(db: ChatDatabase, uid: string): Promise<void> {
  await db.deleteFrom('settings').where('user_id', '=', uid).execute();
}

/** A chat in which this person has sent an attachment. */
export async function selectChatWithAttachmentOf(db: ChatDatabase, uid: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('messages')
    .select('chat_id')
    .where('sender_id', '=', uid)
    .where('attachment_url', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found?.chat_id;
}

/** The number of the chat's last change. */
export async function selectLastChange(db: ChatDatabase, chatId: string): Promise<number> {
  const found = await db
    .selectFrom('chat_changes')
    .select('change_seq')
    .where('chat_id', '=', chatId)
    .executeTakeFirst();
  return found?.change_seq ?? 0;
}

/** Deletes the names and other data of the attachments that a person sent to this chat. */
export async function deleteAboutAttachmentsOf(db: ChatDatabase, uid: string, chatId: string) {
  await db
    .deleteFrom('attachments')
    .where('url', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select((inner) => inner.ref('attachment_url').$notNull().as('url'))
        .where('chat_id', '=', chatId)
        .where('sender_id', '=', uid)
        .where('attachment_url', 'is not', null),
    )
    .execute();
}

export async function removeAttachmentsOf(db: ChatDatabase, uid: string, chatId: string, atMost: number) {
  await sql`select remove_attachments_of(${uid}::uuid, ${chatId}::uuid, ${atMost}::int)`.execute(db);
}

/** A group chat that this person is in. */
export async function selectGroupChatOf(db: ChatDatabase, uid: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('memberships')
    .innerJoin('chats', 'chats.id', 'memberships.chat_id')
    .select('chats.id')
    .where('memberships.user_id', '=', uid)
    .where('memberships.left_at', 'is', null)
    .where('chats.is_group', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}
