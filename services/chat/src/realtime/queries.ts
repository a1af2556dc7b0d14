import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

/** Chats that a person asks to join. */
export interface AskedChats {
  readonly uid: string;
  readonly chatIds: readonly string[];
}

/** For each question, the last message and change of those of its chats that have the person as a member. */
export async function selectHeads(db: ChatDatabase, questions: readonly AskedChats[]): Promise<JoinedHeadRow[][]> {
  const pairs = questions.flatMap(({ uid, chatIds }, place) => chatIds.map((chatId) => ({ place, uid, chatId })));
  const { rows } = await sql<JoinedHeadRow & { place: number }>`
    select asked.place, chats.id, chats.last_seq, chat_changes.change_seq,
      case when memberships.changed_at > clock_timestamp() - interval '5 minutes'
        then memberships.visible_after_seq else 0 end as came_after
    from unnest(
      ${pairs.map(({ place }) => place)}::int[], ${pairs.map(({ uid }) => uid)}::uuid[],
      ${pairs.map(({ chatId }) => chatId)}::uuid[]
    ) as asked (place, user_id, chat_id)
    join memberships on memberships.chat_id = asked.chat_id
      and memberships.user_id = asked.user_id and memberships.left_at is null
    join chats on chats.id = asked.chat_id
    left join chat_changes on chat_changes.chat_id = asked.chat_id`.execute(db);
  const byQuestion = Map.groupBy(rows, ({ place }) => place);
  return questions.map((_, place) => byQuestion.get(place) ?? []);
}

export interface HeadRow {
  id: string;
  last_seq: number;
  change_seq: number | null;
}

export interface JoinedHeadRow extends HeadRow {
  /** The position after which the person came to the chat, if that was lately; otherwise 0. */
  came_after: number;
}

/** The members of a chat, with the position up to which each sees nothing. */
export async function selectSight(db: ChatDatabase, chatId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('memberships')
    .select(['user_id', 'visible_after_seq'])
    .where('chat_id', '=', chatId)
    .where('left_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.visible_after_seq]));
}

/** For each of these people, the chats that they have hidden; a new message would bring them back. */
export async function selectHiddenChatIds(db: ChatDatabase, uids: readonly string[]): Promise<string[][]> {
  const rows = await db
    .selectFrom('memberships')
    .select(['user_id', 'chat_id'])
    .where('user_id', '=', anyOf(uids))
    .where('left_at', 'is', null)
    .where('hidden', '=', true)
    .execute();
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id);
  return uids.map((uid) => (byPerson.get(uid) ?? []).map(({ chat_id }) => chat_id));
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
