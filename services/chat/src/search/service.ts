import type { QueryOf } from '@koinonia/contracts/call.ts';
import type { Message } from '@koinonia/contracts/chat.ts';
import type { searchMessages } from '@koinonia/contracts/chat-search.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { chatNotFound } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentMessage } from '../messages/present.ts';
import { wholeMessages } from '../messages/whole-messages.ts';
import { texts } from '../texts.ts';
import {
  type FoundRow,
  selectFound,
  selectNewest,
  selectPlaceAfter,
  selectPositionsAt,
  selectVisibleChats,
  type Sought,
  type Span,
} from './queries.ts';
import { takeTurns } from './take-turns.ts';
import { type Wanted, wantedOf } from './words.ts';

const limits = {
  /** At most this many positions are checked one by one: the index would also return what the person does not see. */
  fewPositions: 50_000,
  /** Otherwise this many newest places are checked first without the index: a common word has too many places in it. */
  newestFirst: 4000,
};

type SearchQuery = Omit<QueryOf<typeof searchMessages>, 'before' | 'limit'> & {
  before?: number | undefined;
  limit: number;
};

/** The messages that a person may see and that match their search, newest first. */
export async function search(
  db: ChatDatabase,
  uid: string,
  asked: SearchQuery,
  { fewPositions, newestFirst } = limits,
): Promise<{ messages: Message[]; next: number | null }> {
  const visible = new Map((await selectVisibleChats(db, uid)).map((row) => [row.chat_id, row]));
  const only = asked.chat === undefined ? undefined : visible.get(asked.chat);
  if (asked.chat !== undefined && only === undefined) throw chatNotFound();
  const wanted = wantedOf(asked.q, asked.sender);
  if (!wanted) throw invalid(texts.nothingToSearch);
  if (asked.sender !== undefined && !isOwnId(asked.sender)) return { messages: [], next: null };

  const ends = [asked.before ?? (await selectNewest(db)) + 1];
  const spans = await spansOf(db, only ? [only] : [...visible.values()], asked);
  if (spans.length === 0) return { messages: [], next: null };
  if (asked.to !== undefined) ends.push(await selectPlaceAfter(db, spans));
  const positions = spans.reduce((sum, { after, before: end }) => sum + end - after - 1, 0);
  const bounds = { uid, spans, query: wanted.query, indexed: wanted.indexed };
  const select: SelectRows = (part) =>
    positions <= fewPositions
      ? selectFound(db, { ...bounds, ...part, after: -1, by: 'positions' })
      : selectPage(db, { ...bounds, ...part }, newestFirst);
  const { found, next } = await pageOf(select, wanted, { before: Math.min(...ends), limit: asked.limit });
  return { messages: await present(db, uid, found, visible), next };
}

type SelectRows = (part: { before: number; limit: number }) => Promise<FoundRow[]>;

/** How many more rows are read when those of a page do not contain what is wanted, and how many times at most. */
const readOn = { rows: 200, times: 5 };

/** A page of rows that really contain what is wanted, and where the next one begins; rarely, it is short before the end. */
async function pageOf(select: SelectRows, wanted: Wanted, { before, limit }: { before: number; limit: number }) {
  const found: FoundRow[] = [];
  let next: number | null = before;
  for (let time = 0; next !== null && found.length < limit && time <= readOn.times; time += 1) {
    const size = time === 0 ? limit : readOn.rows;
    // One more tells whether others follow.
    const rows = await select({ before: next, limit: size + 1 });
    found.push(...(await holding(rows.slice(0, size), wanted)));
    next = rows.length > size ? (rows[size - 1]?.place ?? null) : null;
  }
  const page = found.slice(0, limit);
  return { found: page, next: found.length > limit ? (page.at(-1)?.place ?? null) : next };
}

/** The rows that really contain what is wanted. Long texts take time, so other work gets its turn in between. */
export async function holding<Row extends { text: string }>(rows: readonly Row[], wanted: Wanted): Promise<Row[]> {
  const found: Row[] = [];
  const othersTurn = takeTurns();
  for (const row of rows) {
    await othersTurn();
    if (wanted.isIn(row.text)) found.push(row);
  }
  return found;
}

type VisibleChat = Awaited<ReturnType<typeof selectVisibleChats>>[number];

/** The positions of these chats that the person sees and that are within the time. */
async function spansOf(
  db: ChatDatabase,
  chats: readonly VisibleChat[],
  { from, to }: Pick<SearchQuery, 'from' | 'to'>,
): Promise<Span[]> {
  const chatIds = chats.map(({ chat_id }) => chat_id);
  const positionsAt = async (instant: string | undefined) =>
    instant === undefined ? undefined : selectPositionsAt(db, chatIds, new Date(instant));
  const [first, end] = [await positionsAt(from), await positionsAt(to)];
  return chats
    .map(({ chat_id: chatId, visible_after_seq: unseen, last_seq: last }) => ({
      chatId,
      after: Math.max(unseen, (first?.get(chatId) ?? 0) - 1),
      before: Math.min(last + 1, end?.get(chatId) ?? Infinity),
    }))
    .filter(({ after, before }) => before - after > 1);
}

/** A word that fills the page from the newest places does not need the index; any other word is rare enough for it. */
async function selectPage(
  db: ChatDatabase,
  sought: Omit<Sought, 'after' | 'by'>,
  newestFirst: number,
): Promise<FoundRow[]> {
  const after = Math.max(-1, sought.before - newestFirst - 1);
  const newest = await selectFound(db, { ...sought, after, by: 'places' });
  if (newest.length === sought.limit || after < 0) return newest;
  const rest = { before: after + 1, limit: sought.limit - newest.length };
  return [...newest, ...(await selectFound(db, { ...sought, ...rest, after: -1, by: 'words' }))];
}

async function present(
  db: ChatDatabase,
  uid: string,
  rows: readonly FoundRow[],
  visible: ReadonlyMap<string, VisibleChat>,
): Promise<Message[]> {
  const messages = new Map<string, Message>();
  for (const [chatId, ofChat] of Map.groupBy(rows, ({ chat_id }) => chat_id)) {
    const visibleAfter = visible.get(chatId)?.visible_after_seq ?? 0;
    const whole = await wholeMessages(db, ofChat, { uid, visibleAfter });
    for (const message of whole) messages.set(message.row.id, presentMessage(message));
  }
  return rows.flatMap(({ id }) => messages.get(id) ?? []);
}
