import { mentionsEveryone, type SystemLine } from '@koinonia/contracts/chat.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { ChatDatabase, ChatTables } from '../database/schema.ts';

export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** One clock for all nodes, and the time at which the statement runs: a transaction may have waited since its own. */
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

/** Chats as these people see them: a row for each of them in each of these chats (default: in all of theirs). */
export function selectChatViews(db: ChatDatabase, uids: readonly string[], chatIds?: readonly string[]) {
  const views = db
    .selectFrom('memberships as mine')
    .innerJoin('chats', 'chats.id', 'mine.chat_id')
    .leftJoin('messages as last', (join) =>
      join
        .onRef('last.chat_id', '=', 'chats.id')
        .onRef('last.seq', '=', 'chats.last_seq')
        .onRef('last.seq', '>', 'mine.visible_after_seq'),
    )
    .leftJoin('chat_changes', 'chat_changes.chat_id', 'chats.id')
    .select([
      'mine.user_id as viewer',
      'chats.id',
      'chats.is_group',
      'chats.name',
      'chats.photo_url',
      'chats.last_seq',
      'last.text as last_text',
      'last.deleted_at as last_deleted_at',
      'chat_changes.change_seq',
      'last.created_at as last_message_at',
      'mine.marked_unread',
      sql<number>`greatest(mine.read_seq, mine.visible_after_seq)`.as('read_seq'),
      unreadOf.as('unread'),
      unreadMentionsOf.as('mentions_me'),
      currentMembers.as('users'),
    ])
    .where('mine.left_at', 'is', null)
    .where('mine.user_id', '=', anyOf(uids))
    .orderBy(sql`coalesce(last.created_at, mine.opened_at)`, 'desc')
    .orderBy('chats.id', 'desc');
  return chatIds ? views.where('chats.id', '=', anyOf(chatIds)) : views;
}

export type ChatView = Awaited<ReturnType<ReturnType<typeof selectChatViews>['execute']>>[number];

/** A chat that its member took away is out of sight until something is said in it. */
export const inSight = (eb: ExpressionBuilder<ChatTables & { mine: ChatTables['memberships'] }, 'chats' | 'mine'>) =>
  eb.or([eb('mine.hidden', '=', false), eb('chats.last_seq', '>', eb.ref('mine.visible_after_seq'))]);

const unreadOnes = sql`from messages
  where messages.chat_id = chats.id
    and messages.seq > greatest(mine.read_seq, mine.visible_after_seq)
    and messages.sender_id <> mine.user_id`;

/** Two counts, each from an index alone: all, less those that nobody has to read. */
const unreadOf = sql<number>`(
  (select count(*) ${unreadOnes})
  - (select count(*) ${unreadOnes} and (messages.deleted_at is not null or messages.system is not null)))`;

const unreadMentionsOf = sql<number>`(
  select count(*) ${unreadOnes}
    and messages.mentions is not null
    and messages.mentions && array[mine.user_id::text, ${sql.lit(mentionsEveryone)}])`;

const currentMembers = sql<string[]>`array(
  select everyone.user_id from memberships as everyone
  where everyone.chat_id = chats.id and everyone.left_at is null
  order by everyone.joined_at, everyone.user_id)`;

/** One at a time for the same people, on whichever node they ask; until the transaction ends. */
export async function lockPeople(trx: ChatDatabase, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export function selectDirectChat(trx: ChatDatabase, directKey: string) {
  return trx.selectFrom('chats').select('id').where('direct_key', '=', directKey).executeTakeFirst();
}

/** The group chat of exactly these people (sorted, the caller among them) that was active last. */
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

/** Brings a chat back that its member had taken away. Tells whether it was away. */
export async function unhide(trx: ChatDatabase, uid: string, chatId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('memberships')
    .set({ hidden: false, opened_at: databaseTime })
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('hidden', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes the chat and all that was said in it so far away for one member. */
export function hide(db: ChatDatabase, uid: string, chatId: string) {
  return db
    .updateTable('memberships')
    .from('chats')
    .set((eb) => ({ hidden: true, visible_after_seq: eb.ref('chats.last_seq'), marked_unread: false }))
    .whereRef('chats.id', '=', 'memberships.chat_id')
    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .execute();
}

/** Locks the chat's row: who belongs to it and how far it has got stand still until the transaction ends. */
export function lockChat(trx: ChatDatabase, chatId: string) {
  return trx
    .selectFrom('chats')
    .select(['id', 'is_group', 'name', 'photo_url', 'last_seq'])
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

/** Those of these people who are in the chat. */
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

/** Says something of the chat itself, in its next position. The chat must be locked. */
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

/** Whoever is added, or comes back, sees only what is said from now on. */
export function addMembers(trx: ChatDatabase, chat: { id: string; last_seq: number }, people: readonly string[]) {
  const fromNowOn = { visible_after_seq: chat.last_seq, read_seq: chat.last_seq };
  return trx
    .insertInto('memberships')
    .values(people.map((user_id) => ({ chat_id: chat.id, user_id, ...fromNowOn })))
    .onConflict((conflict) =>
      conflict.columns(['chat_id', 'user_id']).doUpdateSet({
        ...fromNowOn,
        left_at: null,
        hidden: false,
        marked_unread: false,
        joined_at: databaseTime,
        opened_at: databaseTime,
        changed_at: databaseTime,
      }),
    )
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
