import { type ExpressionBuilder, sql } from 'kysely';
import type { ChatDatabase, ChatTables } from '../database/schema.ts';
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
 * A page of a chat as one of its members sees it, as `listMessages` of the contracts says, with all that stands around
 * each message; undefined for whoever is no member. Everything in one question, for it is asked by everyone who opens a
 * chat or comes back, and each further question would wait for its turn again.
 */
export async function selectPage(
  db: ChatDatabase,
  viewer: { uid: string; chatId: string },
  page: Page,
): Promise<WholeMessage[] | undefined> {
  const rows = await pageQuery(db, viewer, page).execute();
  if (rows.length === 0) return undefined;
  return rows.filter(isMessage).map((row) => ({ row, reactions: row.reactions, original: originalOf(row) }));
}

/** A member has a row even where there is no message. */
export function pageQuery(db: ChatDatabase, { uid, chatId }: { uid: string; chatId: string }, page: Page) {
  return db
    .selectFrom('memberships as mine')
    .leftJoinLateral(
      (eb) => messagesOf(eb, chatId, page).as('page'),
      (join) => join.onTrue(),
    )
    .leftJoin('messages as original', (join) =>
      join
        .onRef('original.chat_id', '=', 'page.chat_id')
        .onRef('original.seq', '=', 'page.reply_to_seq')
        .onRef('original.seq', '>', 'mine.visible_after_seq'),
    )
    .selectAll('page')
    .select((eb) => [
      // Looked up for each, not joined: few messages have one, and a join may well read all that there are.
      eb
        .selectFrom('attachments')
        .select('about')
        .whereRef('attachments.url', '=', 'page.attachment_url')
        .as('attachment'),
      'original.id as original_id',
      'original.seq as original_seq',
      'original.sender_id as original_sender_id',
      'original.text as original_text',
      'original.deleted_at as original_deleted_at',
      reactionsFor(uid).as('reactions'),
    ])
    .where('mine.chat_id', '=', chatId)
    .where('mine.user_id', '=', uid)
    .where('mine.left_at', 'is', null)
    .orderBy(page.changedAfter === undefined ? 'page.seq' : 'page.change_seq');
}

type Row = Awaited<ReturnType<ReturnType<typeof pageQuery>['execute']>>[number];

const isMessage = (row: Row): row is Row & MessageRow => row.id !== null;

function originalOf(row: Row): WholeMessage['original'] {
  const { original_id: id, original_seq: seq, original_sender_id: senderId, original_text: text } = row;
  if (id === null || seq === null || senderId === null || text === null) return undefined;
  return { id, seq, sender_id: senderId, text, deleted_at: row.original_deleted_at };
}

type OfMember = ExpressionBuilder<ChatTables & { mine: ChatTables['memberships'] }, 'mine'>;

/** The first after `after`, else the newest (before `before`); those around a position; or those that changed. */
function messagesOf(eb: OfMember, chatId: string, { limit, before, after, around, changedAfter }: Page) {
  const visible = () =>
    eb
      .selectFrom('messages')
      .selectAll('messages')
      .where('messages.chat_id', '=', chatId)
      .whereRef('messages.seq', '>', 'mine.visible_after_seq');
  const upTo = (seq: number) => visible().where('messages.seq', '<', seq).orderBy('messages.seq', 'desc');
  const from = (seq: number) => visible().where('messages.seq', '>', seq).orderBy('messages.seq');

  if (changedAfter !== undefined) {
    const changed = visible().where('messages.change_seq', '>', sql<number>`greatest(${changedAfter}::bigint, 0)`);
    // Said again so that the index, which holds no message that never changed, is known to hold all of these.
    return changed.where('messages.change_seq', '>', sql.lit(0)).orderBy('messages.change_seq').limit(limit);
  }
  if (around !== undefined) {
    const older = upTo(around + 1).limit(Math.ceil(limit / 2));
    const newer = from(around).limit(Math.floor(limit / 2));
    const both = eb
      .selectFrom(older.as('older'))
      .selectAll()
      .unionAll(eb.selectFrom(newer.as('newer')).selectAll());
    return eb.selectFrom(both.as('both')).selectAll();
  }
  if (after !== undefined) {
    const next = from(after);
    return (before === undefined ? next : next.where('messages.seq', '<', before)).limit(limit);
  }
  return (before === undefined ? visible().orderBy('messages.seq', 'desc') : upTo(before)).limit(limit);
}

/** As `selectReactions` counts them. */
const reactionsFor = (uid: string) => sql<ReactionRow[]>`(
  select coalesce(jsonb_agg(to_jsonb(each) order by each.since), '[]')
  from (
    select message_id, emoji, count(*) as count, bool_or(user_id = ${uid}::uuid) as is_mine, min(created_at) as since
    from reactions where reactions.message_id = page.id
    group by message_id, emoji) as each)`;
