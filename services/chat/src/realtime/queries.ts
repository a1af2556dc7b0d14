import { sql } from 'kysely';
import { anyOf } from '../chats/queries.ts';
import type { ChatDatabase } from '../database/schema.ts';

/** How far those of these chats have got that the person belongs to. */
export function selectHeads(db: ChatDatabase, uid: string, chatIds: readonly string[]) {
  return db
    .selectFrom('memberships')
    .innerJoin('chats', 'chats.id', 'memberships.chat_id')
    .leftJoin('chat_changes', 'chat_changes.chat_id', 'chats.id')
    .select(['chats.id', 'chats.last_seq', 'chat_changes.change_seq'])
    .where('memberships.user_id', '=', uid)
    .where('memberships.left_at', 'is', null)
    .where('chats.id', '=', anyOf(chatIds))
    .execute();
}

export type HeadRow = Awaited<ReturnType<typeof selectHeads>>[number];

/** How far a chat has got, as sockets are told. */
export const presentHead = ({ id, last_seq: lastSeq, change_seq: changeSeq }: HeadRow) => ({
  id,
  lastSeq,
  ...(changeSeq !== null && changeSeq > 0 && { changeSeq }),
});

/** The chats that a person took away for themselves; a message would bring them back. */
export async function selectHiddenChatIds(db: ChatDatabase, uid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('chat_id')
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .where('hidden', '=', true)
    .execute();
  return rows.map((row) => row.chat_id);
}

/** The database's clock, which is the only one that all nodes share. */
export async function selectTime(db: ChatDatabase): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow();
  return now;
}

export function selectChatsMovedSince(db: ChatDatabase, since: Date) {
  const said = db.selectFrom('chats').select('id').where('last_message_at', '>', since);
  const changed = db.selectFrom('chat_changes').select('chat_id as id').where('changed_at', '>', since);
  return db
    .selectFrom('chats')
    .leftJoin('chat_changes', 'chat_changes.chat_id', 'chats.id')
    .select(['chats.id', 'chats.last_seq', 'chat_changes.change_seq'])
    .where('chats.id', 'in', said.union(changed))
    .execute();
}

export function selectMembershipsChangedSince(db: ChatDatabase, since: Date) {
  return db
    .selectFrom('memberships')
    .select(['chat_id', 'user_id', 'changed_at', sql<boolean>`left_at is null`.as('is_member')])
    .where('changed_at', '>', since)
    .execute();
}

export type MembershipRow = Awaited<ReturnType<typeof selectMembershipsChangedSince>>[number];
