import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { ChatDatabase, ChatTables } from '../database/schema.ts';

/** The result for a read position; undefined when the person is not a member. */
export type ReadOutcome = { unread_changed: SqlBool } | undefined;

type WithBefore = ChatTables & { before: ChatTables['memberships'] };

/**
 * Moves the read position forward, never back and never past the last message. `mark` sets or clears the unread mark;
 * undefined leaves it as it is.
 */
export function moveReadPosition(
  db: ChatDatabase,
  uid: string,
  chatId: string,
  { to: seq, mark }: { to: number; mark: boolean | undefined },
): Promise<ReadOutcome> {
  return db
    .updateTable('memberships')
    .from(['chats', 'memberships as before'])
    .set({
      read_seq: sql<number>`greatest(memberships.read_seq, least(${seq}::bigint, chats.last_seq))`,
      ...(mark !== undefined && { marked_unread: mark }),
    })
    .whereRef('chats.id', '=', 'memberships.chat_id')
    .whereRef('before.chat_id', '=', 'memberships.chat_id')
    .whereRef('before.user_id', '=', 'memberships.user_id')
    .where('memberships.chat_id', '=', chatId)
    .where('memberships.user_id', '=', uid)
    .where('memberships.left_at', 'is', null)
    .returning((eb) =>
      eb.or([eb.ref('before.marked_unread'), eb.lit(mark === true), readSomething(eb)]).as('unread_changed'),
    )
    .executeTakeFirst();
}

/** Whether a message by another person has now been read; one's own messages were never unread. */
const readSomething = (eb: ExpressionBuilder<WithBefore, 'memberships' | 'before'>) =>
  eb.exists(
    eb
      .selectFrom('messages')
      .select('messages.seq')
      .whereRef('messages.chat_id', '=', 'memberships.chat_id')
      .whereRef('messages.seq', '>', 'before.read_seq')
      .whereRef('messages.seq', '<=', 'memberships.read_seq')
      .whereRef('messages.sender_id', '<>', 'memberships.user_id'),
  );

export function markUnread(db: ChatDatabase, uid: string, chatId: string): Promise<ReadOutcome> {
  return db
    .updateTable('memberships')
    .set({ marked_unread: true })
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .returning(sql<SqlBool>`true`.as('unread_changed'))
    .executeTakeFirst();
}
