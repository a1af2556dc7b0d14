import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { mentionsEveryone } from '@koinonia/contracts/chat.ts';
import { keepsPlan } from '@koinonia/kit/stores/kept-plans.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

/** A chat as one of its members sees it. */
export interface ChatView {
  viewer: string;
  id: string;
  is_group: boolean;
  name: string | null;
  photo_url: string | null;
  last_seq: number;
  last_text: string | null;
  last_is_line: boolean | null;
  last_deleted_at: Date | null;
  change_seq: number | null;
  last_message_at: Date | null;
  marked_unread: boolean;
  read_seq: number;
  unread: number;
  mentions_me: number;
  /** The members, separated by commas: an array of this length is slow to read. */
  users: string;
}

type ViewOfOne = Omit<ChatView, 'users'> & { users: string | null };

/** All chats that a person can see, newest activity first. */
export const chatsInSightOf = (uid: string) => chatViews<ChatView>(sql`mine.user_id = ${uid} and ${inSight}`, members);

/** One chat as these people see it: a row for each of them who is a member. */
export const selectChatViews = (db: ChatDatabase, chatId: string, uids: readonly string[]) =>
  viewsOfOne(db, inChat(chatId, uids));

/** The same, without the people who hid it. */
export const selectViewsInSight = (db: ChatDatabase, chatId: string, uids: readonly string[]) =>
  viewsOfOne(db, sql`${inChat(chatId, uids)} and ${inSight}`);

/** The members are the same in each row, so they are read for one alone: in a large group, hundreds of rows are asked for. */
async function viewsOfOne(db: ChatDatabase, whose: RawBuilder<unknown>): Promise<ChatView[]> {
  const usersOnce = sql`case when row_number() over () = 1 then ${members} end`;
  const { rows } = await chatViews<ViewOfOne>(whose, usersOnce).execute(db);
  const users = rows.find((row) => row.users !== null)?.users ?? '';
  return rows.map((row) => ({ ...row, users }));
}

const inChat = (chatId: string, uids: readonly string[]) =>
  sql`mine.chat_id = ${chatId} and mine.user_id = ${anyOf(uids)}`;

/** A hidden chat stays out of the member's list until the next message. */
const inSight = sql`(not mine.hidden or chats.last_seq > mine.visible_after_seq)`;

const readSeq = sql`greatest(mine.read_seq, mine.visible_after_seq)`;

const unreadOnes = sql`from messages
  where messages.chat_id = chats.id and messages.seq > ${readSeq} and messages.sender_id <> mine.user_id`;

/** Most chats of a list have been read to their end; for those, nothing is counted. */
const ifUnread = (count: RawBuilder<unknown>) => sql`case when chats.last_seq > ${readSeq} then ${count} else 0 end`;

/** Two counts, each by an index-only scan: all messages, minus those that nobody has to read. */
const unread = ifUnread(sql`
  (select count(*) ${unreadOnes})
  - (select count(*) ${unreadOnes} and (messages.deleted_at is not null or messages.system is not null))`);

const unreadMentions = ifUnread(sql`(
  select count(*) ${unreadOnes}
    and messages.mentions is not null
    and messages.mentions && array[mine.user_id::text, ${sql.lit(mentionsEveryone)}])`);

const members = sql`array_to_string(
  array(
    select everyone.user_id from memberships as everyone
    where everyone.chat_id = chats.id and everyone.left_at is null
    order by everyone.joined_at, everyone.user_id),
  ',')`;

/** Written by hand, because every client asks for it at each start: the text stays the same, and so the plan is kept. */
const chatViews = <View>(whose: RawBuilder<unknown>, users: RawBuilder<unknown>) => sql<View>`select ${keepsPlan}
    mine.user_id as viewer, chats.id, chats.is_group, chats.name, chats.photo_url, chats.last_seq,
    last.text as last_text, last.system is not null as last_is_line, last.deleted_at as last_deleted_at,
    last.created_at as last_message_at,
    chat_changes.change_seq, mine.marked_unread, ${readSeq} as read_seq,
    ${unread} as unread, ${unreadMentions} as mentions_me,
    ${users} as users
  from memberships as mine
  join chats on chats.id = mine.chat_id
  left join messages as last
    on last.chat_id = chats.id and last.seq = chats.last_seq and last.seq > mine.visible_after_seq
  left join chat_changes on chat_changes.chat_id = chats.id
  where mine.left_at is null and ${whose}
  order by coalesce(last.created_at, mine.opened_at) desc, chats.id desc`;
