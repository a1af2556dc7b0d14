import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat, type Repeated } from '@koinonia/kit/work/repeat.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { lockWork } from '../lock-work.ts';
import { entriesOf } from './entries.ts';
import { insertSearchable, selectUnsearchable } from './queries.ts';

const every = 1000;
/** Ms between two passes over all chats; in between, only chats with recent messages are indexed. */
const allEvery = 60_000;
const atOnce = { chats: 200, ofEach: 200, messages: 2000 };
/**
 * A batch ends after this many words, because writing their index takes longest. A batch that took longer than a statement may
 * would be chosen again for ever, and no new message would be found.
 */
const wordsAtOnce = 20_000;
/**
 * Ms of pause for each ms of work while there is more to index. Sending has priority over searching: when more is sent than can
 * be indexed alongside, search falls behind until it is quieter. An old backlog is no sign of that.
 */
const pausePerWork = { lately: 12, all: 3 };

/**
 * Makes messages searchable a moment after they were sent: sending does not wait for it. One node at a time does it for
 * all; it does not matter which.
 */
export function startIndexer({ db, log }: { db: ChatDatabase; log: Logger }): Repeated {
  let allAgainAt = 0;

  async function index(closing: AbortSignal): Promise<void> {
    let isMore = true;
    while (isMore && !closing.aborted) {
      const startedAt = performance.now();
      const lately = startedAt < allAgainAt;
      const done = await indexSome(db, lately).catch((error: unknown) => {
        allAgainAt = 0;
        throw error;
      });
      isMore = done?.isMore === true;
      if (done && !isMore && !lately) allAgainAt = startedAt + allEvery;
      const perWork = lately ? pausePerWork.lately : pausePerWork.all;
      if (isMore) await wait((performance.now() - startedAt) * perWork, null, { signal: closing, ref: false });
    }
  }
  return repeat(index, { every, log, failed: 'what was said could not be made searchable yet' });
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
