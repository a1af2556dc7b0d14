import { keepsPlan } from '@koinonia/kit/stores/kept-plans.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';
import type { WholeMessage } from './present.ts';
import type { MessageRow, ReactionRow } from './queries.ts';

export interface Page {
  limit: number;
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  changedAfter?: number | undefined;
}

/**
 * A page of a chat as one of its members sees it, as defined by `listMessages` of the contracts, with everything that is
 * shown with each message; undefined when the person is not a member. All in one query, because everyone who opens a chat
 * or comes back runs it, and each further query would have to wait again.
 */
export async function selectPage(
  db: ChatDatabase,
  viewer: { uid: string; chatId: string },
  page: Page,
): Promise<WholeMessage[] | undefined> {
  const { rows } = await pageQuery(viewer, page).execute(db);
  if (rows.length === 0) return undefined;
  return rows.filter(isMessage).map((row) => ({ row, reactions: row.reactions ?? [], original: originalOf(row) }));
}

/** All null where there is no message: a member gets a row even then. */
type Row = { [Column in keyof MessageRow]: MessageRow[Column] | null } & {
  reactions: ReactionRow[] | null;
  original_id: string | null;
  original_seq: number | null;
  original_sender_id: string | null;
  original_text: string | null;
  original_deleted_at: Date | null;
};

const isMessage = (row: Row): row is Row & MessageRow => row.id !== null;

function originalOf(row: Row): WholeMessage['original'] {
  const { original_id: id, original_seq: seq, original_sender_id: senderId, original_text: text } = row;
  if (id === null || seq === null || senderId === null || text === null) return undefined;
  return { id, seq, sender_id: senderId, text, deleted_at: row.original_deleted_at };
}

/** Counted as in `selectReactions`. */
const reactionsFor = (uid: string) => sql`(
  select jsonb_agg(to_jsonb(each) order by each.since)
  from (
    select message_id, emoji, count(*) as count, bool_or(user_id = ${uid}) as is_mine, min(created_at) as since
    from reactions where reactions.message_id = page.id
    group by message_id, emoji) as each)`;

/** By its key: `offset 0` keeps the planner from scanning all members of the chat, or all chats of the person. */
const membershipRow = (uid: string, chatId: string) => sql`
  select * from memberships where chat_id = ${chatId} and user_id = ${uid} offset 0`;

/**
 * Every column is named, because the plan is kept; except for changed messages, where a plan for any chat may be bad for a
 * long one. Each attachment is looked up separately: few messages have one.
 */
export const pageQuery = ({ uid, chatId }: { uid: string; chatId: string }, page: Page) => sql<Row>`select
    ${page.changedAfter === undefined ? keepsPlan : sql``}
    page.id, page.chat_id, page.seq, page.sender_id, page.text, page.attachment_url, page.client_id, page.created_at,
    page.reply_to_seq, page.mentions, page.system, page.edited_at, page.deleted_at, page.change_seq,
    (select about from attachments where attachments.url = page.attachment_url) as attachment,
    original.id as original_id, original.seq as original_seq, original.sender_id as original_sender_id,
    original.text as original_text, original.deleted_at as original_deleted_at,
    case when exists (select from reactions where reactions.message_id = page.id) then ${reactionsFor(uid)} end as reactions
  from (${membershipRow(uid, chatId)}) as mine
  join chats on chats.id = mine.chat_id
  left join lateral (
    select * from messages
    where messages.chat_id = mine.chat_id and messages.seq > mine.visible_after_seq and ${wanted(page)}
  ) as page on true
  left join messages as original
    on original.chat_id = page.chat_id and original.seq = page.reply_to_seq and original.seq > mine.visible_after_seq
  where mine.left_at is null
  order by ${page.changedAfter === undefined ? sql`page.seq` : sql`page.change_seq`}`;

/**
 * The first messages after `after`, else the newest (before `before`); those around a position; or those that changed.
 * Positions have no gaps, so a page is a range of them: no plan reads more rows, however wrong PostgreSQL's estimates are.
 */
function wanted({ limit, before, after, around, changedAfter }: Page): RawBuilder<unknown> {
  if (changedAfter !== undefined) {
    // The second condition looks redundant, but lets the planner use the partial index on `change_seq > 0`.
    return sql`messages.change_seq > greatest(${changedAfter}::bigint, 0) and messages.change_seq > 0
      order by messages.change_seq limit ${limit}`;
  }
  if (around !== undefined) {
    return sql`messages.seq > least(${around}::bigint, chats.last_seq) - ${Math.ceil(limit / 2)}::int
      and messages.seq <= greatest(${around}::bigint, mine.visible_after_seq) + ${Math.floor(limit / 2)}::int`;
  }
  if (after !== undefined) {
    const next = sql`messages.seq > ${after}::bigint
      and messages.seq <= greatest(${after}::bigint, mine.visible_after_seq) + ${limit}::int`;
    return before === undefined ? next : sql`${next} and messages.seq < ${before}::bigint`;
  }
  if (before === undefined) return sql`messages.seq > chats.last_seq - ${limit}::int`;
  return sql`messages.seq < ${before}::bigint
    and messages.seq >= least(${before}::bigint, chats.last_seq + 1) - ${limit}::int`;
}
