import type { Logger } from '@koinonia/kit/log.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { insertSearchable, lockIndexing, selectUnsearchable } from './queries.ts';
import { indexOf } from './words.ts';

const every = 1000;
/** Ms from one look through all chats to the next: what was said in between is found where something was said lately. */
const allEvery = 60_000;
const atOnce = { chats: 200, ofEach: 200, messages: 2000 };
/** Ms of pause for each ms of work while there is always more: what is being said now goes before. */
const pausePerWork = 3;

/**
 * Makes searchable what was said, a moment after it was said: sending does not wait for it. One node at a time does it,
 * for all; which one does not matter.
 */
export function startIndexer({ db, log }: { db: ChatDatabase; log: Logger }): { close(): Promise<void> } {
  let isClosing = false;
  let running: Promise<void> = Promise.resolve();
  let allAgainAt = 0;

  async function indexAll(): Promise<void> {
    const startedAt = performance.now();
    const lately = startedAt < allAgainAt;
    const found = await indexSome(db, lately).catch((err: unknown) => {
      log.warn({ err }, 'what was said could not be made searchable yet');
      allAgainAt = 0;
      return null;
    });
    // As many are found when the most chats are behind, or one of them is far behind.
    const isMore = found !== null && found >= atOnce.chats;
    if (!lately && found !== null && !isMore) allAgainAt = startedAt + allEvery;
    const pause = isMore ? (performance.now() - startedAt) * pausePerWork : every;
    if (!isClosing) timer = setTimeout(start, pause).unref();
  }

  const start = () => {
    running = indexAll();
  };
  let timer = setTimeout(start, every).unref();

  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Returns how many messages it made searchable; null when another node is at it. */
function indexSome(db: ChatDatabase, lately: boolean): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockIndexing(trx))) return null;
    const said = await selectUnsearchable(trx, { lately, limits: atOnce }).execute();
    const rows = said.map(({ chat_id, seq, sender_id, text, system, deleted_at }) => ({
      chat_id,
      seq,
      words: system || deleted_at ? [] : indexOf({ senderId: sender_id, text }),
    }));
    if (rows.length > 0) await insertSearchable(trx, rows);
    return rows.length;
  });
}
