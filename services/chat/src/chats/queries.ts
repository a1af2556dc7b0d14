import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import type { SystemLine } from '@koinonia/contracts/chat.ts';
import { sql, type Updateable } from 'kysely';
import { endedIfIdle } from '../database/ended-if-idle.ts';
import type { ChatDatabase, ChatTables } from '../database/schema.ts';

/** One clock for all nodes, and the time when the statement runs: `now()` is older if the transaction had to wait. */
const databaseTime = sql<Date>`clock_timestamp()`;

export function selectMembership(db: ChatDatabase, uid: string, chatId: string) {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .executeTakeFirst();
}

/** The membership of somebody who sees the last message with this attachment, or any member if no message has it. */
export function selectSightOf(db: ChatDatabase, uid: string, chatId: string, attachmentUrl: string) {
  return db
    .selectFrom('memberships')
    .select('user_id')
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .where(
      sql<boolean>`coalesce(
        (select max(seq) from messages where attachment_url = ${attachmentUrl}) > visible_after_seq, true)`,
    )
    .executeTakeFirst();
}

/** Lets only one transaction at a time handle the same people, on whichever node; until the transaction ends. */
export async function lockPeople(trx: ChatDatabase, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export function selectDirectChat(trx: ChatDatabase, directKey: string) {
  return trx.selectFrom('chats').select('id').where('direct_key', '=', directKey).executeTakeFirst();
}

/** Of the group chats of exactly these people (sorted, including the caller), the one that was active last. */
export function selectGroupChatOf(trx: ChatDatabase, caller: string, members: readonly string[]) {
  return trx
    .selectFrom('chats')
    .innerJoin('memberships as mine', 'mine.chat_id', 'chats.id')
    .select('chats.id')
    .where('chats.is_group', '=', true)
    .where('mine.user_id', '=', caller)
    .where('mine.left_at', 'is', null)
    .where(
      sql<boolean>`array(
        select everyone.user_id from memberships as everyone
        where everyone.chat_id = chats.id and everyone.left_at is null
        order by everyone.user_id) = ${members}::uuid[]`,
    )
    .orderBy(sql`coalesce(chats.last_message_at, chats.created_at)`, 'desc')
    .orderBy('chats.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertChat(
  trx: ChatDatabase,
  chat: { id: string; is_group: boolean; name: string | null; direct_key: string | null },
  members: readonly string[],
) {
  await trx.insertInto('chats').values(chat).execute();
  await trx
    .insertInto('memberships')
    .values(members.map((user_id) => ({ chat_id: chat.id, user_id })))
    .execute();
}

/** Brings back a chat that its member had hidden, without a mark set meanwhile. Returns whether it was hidden. */
export async function unhide(trx: ChatDatabase, uid: string, chatId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('memberships')
    .from('chats')
    .set({ hidden: false, marked_unread: false, opened_at: databaseTime })
    .whereRef('chats.id', '=', 'memberships.chat_id')
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('hidden', '=', true)
    // A message has brought it back already.
    .whereRef('last_seq', '<=', 'visible_after_seq')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Hides the chat and all its messages so far from one member. What was hidden stays hidden: when somebody deletes it on two
 * devices at once, this may have waited for the other deletion, which hid later messages. `changed_at` lets the sweep join a
 * socket that came while this was not committed: no list has the chat any more, so its page cannot ask for it.
 */
export function hide(db: ChatDatabase, uid: string, chatId: string) {
  const visible_after_seq = sql<number>`greatest(memberships.visible_after_seq, chats.last_seq)`;
  return db
    .updateTable('memberships')
    .from('chats')
    .set({ hidden: true, visible_after_seq, marked_unread: false, changed_at: databaseTime })
    .whereRef('chats.id', '=', 'memberships.chat_id')
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .execute();
}

/** Locks the chat's row: its members and its last position stay the same until the transaction ends. */
export function lockChat(trx: ChatDatabase, chatId: string) {
  return trx
    .selectFrom('chats')
    .select(['id', 'is_group', 'name', 'photo_url', 'last_seq', endedIfIdle.as('ended_if_idle')])
    .where('id', '=', chatId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function selectMemberIds(db: ChatDatabase, chatId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('chat_id', '=', chatId)
    .where('left_at', 'is', null)
    .execute();
  return rows.map((row) => row.user_id);
}

/** The members among these people. */
export async function selectMembersAmong(db: ChatDatabase, chatId: string, uids: readonly string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('chat_id', '=', chatId)
    .where('user_id', '=', anyOf(uids))
    .where('left_at', 'is', null)
    .execute();
  return rows.map((row) => row.user_id);
}

export function renameChat(trx: ChatDatabase, chatId: string, name: string | null) {
  return trx.updateTable('chats').set({ name }).where('id', '=', chatId).execute();
}

export function setPhoto(trx: ChatDatabase, chatId: string, photoUrl: string | null) {
  return trx.updateTable('chats').set({ photo_url: photoUrl }).where('id', '=', chatId).execute();
}

/** The pictures of those of these chats that have one. */
export async function selectPhotos(db: ChatDatabase, chatIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('chats')
    .select('photo_url')
    .where('id', '=', anyOf(chatIds))
    .where('photo_url', 'is not', null)
    .$narrowType<{ photo_url: string }>()
    .execute();
  return rows.map((row) => row.photo_url);
}

/** Writes a system line at the chat's next position. The chat must be locked. */
export async function insertSystemLine(
  trx: ChatDatabase,
  line: { id: string; chatId: string; seq: number; senderId: string; text: string; system: SystemLine },
) {
  const { at } = await trx
    .updateTable('chats')
    .set({
      last_seq: line.seq,
      last_message_at: sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), last_message_at)`,
    })
    .where('id', '=', line.chatId)
    .returning((eb) => eb.ref('last_message_at').$notNull().as('at'))
    .executeTakeFirstOrThrow();
  return trx
    .insertInto('messages')
    .values({
      id: line.id,
      chat_id: line.chatId,
      seq: line.seq,
      sender_id: line.senderId,
      text: line.text,
      attachment_url: null,
      client_id: null,
      system: JSON.stringify(line.system),
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A person who is added, or comes back, sees only later messages. */
export function addMembers(trx: ChatDatabase, chat: { id: string; last_seq: number }, people: readonly string[]) {
  const fromNowOn = { visible_after_seq: chat.last_seq, read_seq: chat.last_seq };
  /** Nothing is left of the time before, so each column is named. */
  const anew = {
    ...fromNowOn,
    left_at: null,
    hidden: false,
    marked_unread: false,
    joined_at: databaseTime,
    opened_at: databaseTime,
    changed_at: databaseTime,
  } satisfies Record<keyof Updateable<ChatTables['memberships']>, unknown>;
  return trx
    .insertInto('memberships')
    .values(people.map((user_id) => ({ chat_id: chat.id, user_id, ...fromNowOn })))
    .onConflict((conflict) => conflict.columns(['chat_id', 'user_id']).doUpdateSet(anew))
    .execute();
}

export function removeMembers(trx: ChatDatabase, chatId: string, people: readonly string[]) {
  return trx
    .updateTable('memberships')
    .set({ left_at: databaseTime, changed_at: databaseTime })
    .where('chat_id', '=', chatId)
    .where('user_id', '=', anyOf(people))
    .execute();
}
