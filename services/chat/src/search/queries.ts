import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';
import type { MessageRow } from '../messages/queries.ts';

/** The chats of a person, the position after which they see each one, and its last position. */
export function selectVisibleChats(db: ChatDatabase, uid: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('chats', 'chats.id', 'memberships.chat_id')
    .select(['chat_id', 'visible_after_seq', 'last_seq'])
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .execute();
}

/** The place of the message that was made searchable last. */
export async function selectNewest(db: ChatDatabase): Promise<number> {
  const { newest } = await db
    .selectFrom('searchable')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** A message and its place among all searchable messages. */
export type FoundRow = MessageRow & { place: number };

/** The positions of a chat between these two. */
export interface Span {
  chatId: string;
  after: number;
  before: number;
}

export interface Sought {
  uid: string;
  spans: readonly Span[];
  /** A `tsquery`, and the part of it that the index is asked for. */
  query: string;
  indexed: string;
  /** Only places between these two. */
  after: number;
  before: number;
  limit: number;
  /** By what to find matches: by the index of words; or by checking all positions or places, faster where they are few. */
  by: 'words' | 'positions' | 'places';
}

/** In each of these chats, the position of the first message at this instant or later. Within a chat, time never goes back. */
export async function selectPositionsAt(
  db: ChatDatabase,
  chatIds: readonly string[],
  instant: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ chat_id: string; position: number }>`
    with recursive step (chat_id, low, high) as (
      select id, 0::bigint, last_seq + 1 from chats where id = ${anyOf(chatIds)}
      union all
      select chat_id, case when is_before then seq + 1 else low end, case when is_before then high else middle end
      from (
        select step.*, (low + high) / 2 as middle from step where low < high
      ) as halved
      left join lateral (
        select seq, created_at < ${instant} as is_before from messages
        where messages.chat_id = halved.chat_id and seq >= middle order by seq limit 1
      ) as message on true
    )
    select chat_id, low as position from step where low >= high`.execute(db);
  return new Map(rows.map(({ chat_id, position }) => [chat_id, position]));
}

/**
 * A place after all messages of these spans. Places follow time only roughly: after a backlog, those of one chat come before
 * those of another. Within a chat they never go back, except for messages that were edited or deleted before they were
 * searchable: of many in a row, at least one was not.
 */
export async function selectPlaceAfter(db: ChatDatabase, spans: readonly Span[]): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select coalesce(max(id), 0) + 1 as place
    from ${rowsOf(spans)} as span (chat_id, after, before)
    cross join lateral (
      select id from searchable where searchable.chat_id = span.chat_id and seq < span.before order by seq desc limit 20
    ) as last`.execute(db);
  return rows[0]?.place ?? 1;
}

const rowsOf = (spans: readonly Span[]) =>
  sql<{ chat_id: string; after: number; before: number }>`unnest(
    ${spans.map(({ chatId }) => chatId)}::uuid[],
    ${spans.map(({ after }) => after)}::bigint[],
    ${spans.map(({ before }) => before)}::bigint[]
  )`;

const spansFrom = (spans: readonly Span[]) => rowsOf(spans).as<'span'>(sql`span (chat_id, after, before)`);

/** The matches that this person may see, newest first. */
export function selectFound(db: ChatDatabase, sought: Sought): Promise<FoundRow[]> {
  const { uid, spans, limit } = sought;
  return (
    db
      // All matches first, by any index: a sort would tempt the planner to walk through all places.
      .with(
        (cte) => cte('matching').materialized(),
        () => sql<Place>`(${matching(sought)})`,
      )
      // Then those of the page, and only then the messages themselves. Deleted ones have no words.
      .with('found', (part) =>
        part
          .selectFrom('matching')
          .innerJoin('memberships', 'memberships.chat_id', 'matching.chat_id')
          .innerJoin(spansFrom(spans), 'span.chat_id', 'matching.chat_id')
          .select(['matching.id', 'matching.chat_id', 'matching.seq'])
          .where('memberships.user_id', '=', uid)
          .where('memberships.left_at', 'is', null)
          .whereRef('matching.seq', '>', 'memberships.visible_after_seq')
          .whereRef('matching.seq', '>', 'span.after')
          .whereRef('matching.seq', '<', 'span.before')
          .orderBy('matching.id', 'desc')
          .limit(limit),
      )
      .selectFrom('found')
      .innerJoin('messages', (join) =>
        join.onRef('messages.chat_id', '=', 'found.chat_id').onRef('messages.seq', '=', 'found.seq'),
      )
      .leftJoin('attachments', 'attachments.url', 'messages.attachment_url')
      .selectAll('messages')
      .select(['attachments.about as attachment', 'found.id as place'])
      .where('messages.deleted_at', 'is', null)
      .orderBy('found.id', 'desc')
      .execute()
  );
}

type Place = { id: number; chat_id: string; seq: number };

/** The places with what is sought. */
function matching({ spans, query, indexed, after, before, by }: Sought) {
  const chatIds = spans.map(({ chatId }) => chatId);
  const matches = (wanted: string) => sql`words @@ ${wanted}::tsquery`;
  // No index answers whether something "is true".
  const checked = sql`(${matches(query)}) is true`;
  const byIndex = indexed === query ? matches(query) : sql`${matches(indexed)} and ${checked}`;
  const places = sql`
    select id, searchable.chat_id, seq from searchable
    where id > ${after} and id < ${before} and ${by === 'words' ? byIndex : checked}`;
  // Messages of other people's chats are not even read, however common the word is there.
  if (by !== 'positions') return sql`${places} and chat_id = ${anyOf(chatIds)}`;
  // With the offset, span by span: the planner would rather read the whole table.
  return sql`
    select place.* from ${rowsOf(spans)} as span (chat_id, after, before)
    cross join lateral (
      ${places} and searchable.chat_id = span.chat_id and seq > span.after and seq < span.before offset 0
    ) as place`;
}

/**
 * Messages of some chats that are not searchable yet, oldest first. `lately` reads only chats with a message in the last two
 * minutes, and is fast for any number of chats.
 */
export function selectUnsearchable(
  trx: ChatDatabase,
  { lately, limits }: { lately: boolean; limits: { chats: number; ofEach: number; messages: number } },
) {
  return trx
    .selectFrom((eb) =>
      eb
        .selectFrom('chats')
        .leftJoin('searchable_up_to', 'searchable_up_to.chat_id', 'chats.id')
        .select(['chats.id', sql<number>`coalesce(searchable_up_to.seq, 0)`.as('done')])
        .where('chats.last_seq', '>', sql<number>`coalesce(searchable_up_to.seq, 0)`)
        .$if(lately, (chats) => chats.where('chats.last_message_at', '>', sql<Date>`now() - interval '2 minutes'`))
        .orderBy('chats.last_message_at')
        .limit(limits.chats)
        .as('behind'),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages')
          .select(['chat_id', 'seq', 'sender_id', 'text', 'system', 'deleted_at', 'created_at'])
          .whereRef('messages.chat_id', '=', 'behind.id')
          .whereRef('messages.seq', '>', 'behind.done')
          .orderBy('messages.seq')
          .limit(limits.ofEach)
          .as('said'),
      (join) => join.onTrue(),
    )
    .selectAll('said')
    .orderBy('said.created_at')
    .orderBy('said.seq')
    .limit(limits.messages);
}

/** An existing entry belongs to a message that was changed meanwhile, and has its newer words. */
export async function insertSearchable(
  trx: ChatDatabase,
  rows: readonly { chat_id: string; seq: number; words: readonly string[] }[],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(chat_id uuid, seq bigint, words text[])
    ), up_to as (
      insert into searchable_up_to (chat_id, seq) select chat_id, max(seq) from given group by chat_id
      on conflict (chat_id) do update set seq = excluded.seq
    )
    insert into searchable (chat_id, seq, words) select chat_id, seq, array_to_tsvector(words) from given
    on conflict (chat_id, seq) do nothing`.execute(trx);
}
