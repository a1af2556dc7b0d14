import type { Logger } from '@koinonia/kit/log.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { Broadcast } from '../realtime/broadcast.ts';
import { presentForAll, type WholeMessage } from './present.ts';
import { type MessageRow, selectBlindTo } from './queries.ts';
import { wholeMessages } from './whole-messages.ts';

/** Tells a chat of messages of it as they are now; nobody of one that is not there for them, or of what it quotes. */
export type TellMessages = (event: 'newMessage' | 'messageChanged', rows: readonly MessageRow[]) => Promise<void>;

export function createTellMessages(options: { db: ChatDatabase; broadcast: Broadcast; log: Logger }): TellMessages {
  const { db, broadcast, log } = options;

  async function tell(event: 'newMessage' | 'messageChanged', message: WholeMessage): Promise<void> {
    const { row, original } = message;
    const blind = await selectBlindTo(db, row.chat_id, row.seq);
    if (!original) return broadcast.toChat(row.chat_id, event, presentForAll(message), blind);
    const blindToOriginal = await selectBlindTo(db, row.chat_id, original.seq);
    broadcast.toChat(row.chat_id, event, presentForAll(message), [...new Set([...blind, ...blindToOriginal])]);
    const withoutOriginal = blindToOriginal.filter((uid) => !blind.includes(uid));
    broadcast.toPeople(withoutOriginal, event, presentForAll({ ...message, original: undefined }));
  }

  return async function tellMessages(event, rows) {
    try {
      const [first] = rows;
      // Nobody's own reactions are told, so it does not matter whose they are.
      const viewer = { uid: first?.sender_id ?? '', visibleAfter: 0 };
      for (const message of await wholeMessages(db, rows, viewer)) await tell(event, message);
    } catch (err) {
      // It is committed: whoever waits must not take it for failed. The sweep tells how far the chat has got.
      log.warn({ err, event }, 'messages could not be told');
    }
  };
}
