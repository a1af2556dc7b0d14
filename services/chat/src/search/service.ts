import type { QueryOf } from '@koinonia/contracts/call.ts';
import type { Message, searchMessages } from '@koinonia/contracts/chat.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { chatNotFound } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentMessage } from '../messages/present.ts';
import { wholeMessages } from '../messages/whole-messages.ts';
import { texts } from '../texts.ts';
import { type FoundRow, selectFound, selectNewest, selectVisibleChats } from './queries.ts';
import { wantedOf } from './words.ts';

/** What is looked through without the index first: a common word is found here, and would fill the index's answer. */
const newestFirst = 4000;

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

  const end = asked.before ?? (await selectNewest(db)) + 1;
  const split = Math.max(0, end - newestFirst);
  const bounds = { uid, query, from: asked.from, to: asked.to };
  const rows = await selectFound(db, { ...bounds, after: split - 1, before: end, limit: asked.limit });
  const left = asked.limit - rows.length;
  if (left > 0) rows.push(...(await selectFound(db, { ...bounds, after: -1, before: split, limit: left })));

  const found = rows.filter((row) => wanted.isIn(row.text));
  const last = rows.length === asked.limit ? rows.at(-1) : undefined;
  return { messages: await present(db, uid, found, visible), next: last?.place ?? null };
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
