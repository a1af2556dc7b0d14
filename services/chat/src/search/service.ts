import type { QueryOf } from '@koinonia/contracts/call.ts';
import type { Message, searchMessages } from '@koinonia/contracts/chat.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { chatNotFound } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentMessage } from '../messages/present.ts';
import { wholeMessages } from '../messages/whole-messages.ts';
import { texts } from '../texts.ts';
import {
  countMatches,
  type FoundRow,
  selectFound,
  selectNewest,
  selectPlaceOf,
  selectVisibleChats,
  type Sought,
} from './queries.ts';
import { wantedOf } from './words.ts';

/** So many places are looked at without the index first: all places of a common word would be too long an answer. */
const newestFirst = 4000;
/** A word is common that is in more than this part of what was looked at. */
const common = 0.03;

/** Messages of different chats may have been made searchable in another order than they were said, by so many places. */
const outOfOrder = 1000;

type Asked = Omit<QueryOf<typeof searchMessages>, 'before' | 'limit'> & { before?: number | undefined; limit: number };

/** The messages that somebody may see and that hold what they look for, newest first. */
export async function search(
  db: ChatDatabase,
  uid: string,
  asked: Asked,
): Promise<{ messages: Message[]; next: number | null }> {
  const wanted = wantedOf(asked.q);
  const visible = new Map((isOwnId(uid) ? await selectVisibleChats(db, uid) : []).map((row) => [row.chat_id, row]));
  if (asked.chat !== undefined && !visible.has(asked.chat)) throw chatNotFound();
  const chatIds = asked.chat === undefined ? [...visible.keys()] : [asked.chat];
  const query = wanted.query({ chatIds, sender: asked.sender });
  if (query === null) throw invalid(texts.nothingToSearch);
  if (chatIds.length === 0 || (asked.sender !== undefined && !isOwnId(asked.sender)))
    return { messages: [], next: null };

  const newest = await selectNewest(db);
  const ends = [asked.before ?? newest + 1];
  if (asked.to !== undefined) ends.push((await selectPlaceOf(db, new Date(asked.to), newest)) + outOfOrder);
  const bounds = { uid, query, from: asked.from, to: asked.to };
  const rows = await selectPage(db, bounds, Math.min(...ends), asked.limit);

  const found = rows.filter((row) => wanted.isIn(row.text));
  const last = rows.length === asked.limit ? rows.at(-1) : undefined;
  return { messages: await present(db, uid, found, visible), next: last?.place ?? null };
}

/** Looks at the newest places first, one by one, and for as long as many of them match; then the index finds the rest. */
async function selectPage(
  db: ChatDatabase,
  bounds: Pick<Sought, 'uid' | 'query' | 'from' | 'to'>,
  end: number,
  limit: number,
): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  let isCommon = true;
  let before = end;
  for (let width = newestFirst; rows.length < limit && before > 0; width *= 4) {
    const part: { before: number; after: number } = { before, after: isCommon ? Math.max(0, before - width) - 1 : -1 };
    rows.push(...(await selectFound(db, { ...bounds, ...part, limit: limit - rows.length, byIndex: !isCommon })));
    before = part.after + 1;
    if (rows.length < limit && isCommon) {
      isCommon = (await countMatches(db, { query: bounds.query, ...part })) > width * common;
    }
  }
  return rows;
}

async function present(
  db: ChatDatabase,
  uid: string,
  rows: readonly FoundRow[],
  visible: ReadonlyMap<string, { visible_after_seq: number }>,
): Promise<Message[]> {
  const messages = new Map<string, Message>();
  for (const [chatId, ofChat] of Map.groupBy(rows, ({ chat_id }) => chat_id)) {
    const visibleAfter = visible.get(chatId)?.visible_after_seq ?? 0;
    const whole = await wholeMessages(db, ofChat, { uid, visibleAfter });
    for (const message of whole) messages.set(message.row.id, presentMessage(message));
  }
  return rows.flatMap(({ id }) => messages.get(id) ?? []);
}
