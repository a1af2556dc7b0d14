import { forAMoment } from '@koinonia/kit/process/for-a-moment.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { lockWork } from '../lock-work.ts';
import { entriesOf } from './entries.ts';
import { insertSearchable, selectUnsearchable } from './queries.ts';

const every = 1000;
/** Ms between two passes over all chats; in between, only chats with recent messages are indexed. */
const allEvery = 60_000;
const atOnce = { chats: 200, ofEach: 200, messages: 2000 };
/**
 * After so many words a batch ends: their index takes longest to write. A batch that took longer than a statement may would
 * be chosen again for ever, and nothing of anybody would be found any more.
 */
const wordsAtOnce = 20_000;
/**
 * Ms of pause for each ms of work while there is more to index. What is said has priority over what can be found: when more
 * is said than can be indexed beside it, search is behind until it is quieter. What was left behind long ago is none of this.
 */
const pausePerWork = { lately: 12, all: 3 };

/**
 * Makes messages searchable a moment after they were sent: sending does not wait for it. One node at a time does it for
 * all; it does not matter which.
 */
export function startIndexer({ db, log }: { db: ChatDatabase; log: Logger }): { close(): Promise<void> } {
  let isClosing = false;
  let running: Promise<void> = Promise.resolve();
  let allAgainAt = 0;

  async function indexAll(): Promise<void> {
    const startedAt = performance.now();
    const lately = startedAt < allAgainAt;
    const done = await indexSome(db, lately).catch((err: unknown) => {
      log.warn({ err }, 'what was said could not be made searchable yet');
      allAgainAt = 0;
      return null;
    });
    const isMore = done?.isMore === true;
    if (!lately && done && !isMore) allAgainAt = startedAt + allEvery;
    const perWork = lately ? pausePerWork.lately : pausePerWork.all;
    const pause = isMore ? (performance.now() - startedAt) * perWork : every;
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
      await forAMoment(running);
    },
  };
}

/** Returns whether there is more to index; null when another node is indexing. */
function indexSome(db: ChatDatabase, lately: boolean): Promise<{ isMore: boolean } | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockWork(trx, 'koinonia chat search'))) return null;
    const said = await selectUnsearchable(trx, { lately, limits: atOnce }).execute();
    const rows = await entriesOf(said, wordsAtOnce);
    if (rows.length > 0) await insertSearchable(trx, rows);
    // This many are found when the maximum of chats is behind, or when one chat is far behind.
    return { isMore: rows.length < said.length || said.length >= atOnce.chats };
  });
}
