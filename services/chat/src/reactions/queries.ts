import { sql } from 'kysely';
import { moveCounter } from '../changes/counter.ts';
import type { ChatDatabase } from '../database/schema.ts';

/** Locked, so that two toggles of one person run one after the other and nobody reacts after being removed. */
export function lockMembership(trx: ChatDatabase, uid: string, chatId: string) {
  return trx
    .selectFrom('memberships')
    .select('visible_after_seq')
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locked, so that the count of reactions includes all earlier ones. */
export function lockVisibleMessage(trx: ChatDatabase, chatId: string, messageId: string, visibleAfter: number) {
  return trx
    .selectFrom('messages')
    .select(['seq', 'change_seq'])
    .where('id', '=', messageId)
    .where('chat_id', '=', chatId)
    .where('seq', '>', visibleAfter)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Gives the message the chat's next change number; the counter must be locked. */
export async function numberChange(trx: ChatDatabase, chatId: string, messageId: string, changeSeq: number) {
  await sql`update messages set change_seq = ${changeSeq} where id = ${messageId}`.execute(trx);
  await moveCounter(trx, chatId, changeSeq);
}

export async function insertReaction(trx: ChatDatabase, messageId: string, uid: string, emoji: string) {
  await trx.insertInto('reactions').values({ message_id: messageId, user_id: uid, emoji }).execute();
}

export async function deleteReaction(trx: ChatDatabase, messageId: string, uid: string, emoji: string) {
  await trx
    .deleteFrom('reactions')
    .where('message_id', '=', messageId)
    .where('user_id', '=', uid)
    .where('emoji', '=', emoji)
    .execute();
}
