import type { Logger } from '@koinonia/kit/log.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { insertSearchable, selectUnsearchable } from './queries.ts';
import { indexOf } from './words.ts';

const every = 1000;
const atOnce = { chats: 5, ofEach: 200 };

/**
 * Makes searchable what was said, a moment after it was said: sending does not wait for it. One node at a time does it,
 * for all; which one does not matter.
 */
export function startIndexer({ db, log }: { db: ChatDatabase; log: Logger }): { close(): Promise<void> } {
  let isClosing = false;
  let running: Promise<void> = Promise.resolve();

  async function indexAll(): Promise<void> {
    try {
      while (!isClosing && (await indexSome(db)) > 0);
    } catch (err) {
      log.warn({ err }, 'what was said could not be made searchable yet');
    }
    if (!isClosing) timer = setTimeout(start, every).unref();
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

/** Returns how many messages it made searchable. */
function indexSome(db: ChatDatabase): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const said = await selectUnsearchable(trx, atOnce);
    const rows = said.map(({ chat_id, seq, sender_id, text, system, deleted_at }) => ({
      chat_id,
      seq,
      words: system || deleted_at ? [] : indexOf({ senderId: sender_id, text }),
    }));
    if (rows.length > 0) await insertSearchable(trx, rows);
    return rows.length;
  });
}
