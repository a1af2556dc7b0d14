import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

/** Moves the read position on, never back and never past the last message. False when the person is no member. */
export async function moveReadPosition(db: ChatDatabase, uid: string, chatId: string, seq: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .from('chats')
    .set({
      read_seq: sql<number>`greatest(memberships.read_seq, least(${seq}::bigint, chats.last_seq))`,
      marked_unread: false,
    })
    .whereRef('chats.id', '=', 'memberships.chat_id')
    .where('memberships.chat_id', '=', chatId)
    .where('memberships.user_id', '=', uid)
    .where('memberships.left_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the person is no member. */
export async function markUnread(db: ChatDatabase, uid: string, chatId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set({ marked_unread: true })
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
