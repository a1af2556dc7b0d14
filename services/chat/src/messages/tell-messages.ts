import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { Broadcast } from '../realtime/delivery/broadcast.ts';
import { presentForAll, type WholeMessage } from './present.ts';
import { type MessageRow, selectBlindTo, selectSightOfReply } from './queries.ts';
import { wholeMessages } from './whole-messages.ts';

/** Sends messages in their current state to their chat. Leaves out people who may not see them, and quotes in the same way. */
export type TellMessages = (event: 'newMessage' | 'messageChanged', rows: readonly MessageRow[]) => Promise<void>;

export function createTellMessages(options: { db: ChatDatabase; broadcast: Broadcast; log: Logger }): TellMessages {
  const { db, broadcast, log } = options;

  async function tell(event: 'newMessage' | 'messageChanged', message: WholeMessage): Promise<void> {
    const { row, original } = message;
    if (!original) {
      const blind = await selectBlindTo(db, row.chat_id, row.seq);
      return broadcast.toChat(row.chat_id, event, presentForAll(message), { seq: row.seq, blind });
    }
    const { blind, seeing, unseeing } = await selectSightOfReply(db, row, original);
    const about = (others: readonly string[]) => ({ seq: row.seq, blind: [...blind, ...others] });
    broadcast.toChat(row.chat_id, event, presentForAll(message), about(unseeing));
    if (unseeing.length === 0) return;
    // To the chat as well, and not to these people: whoever is removed before it arrives must not get it.
    broadcast.toChat(row.chat_id, event, presentForAll({ ...message, original: undefined }), about(seeing));
  }

  return async function tellMessages(event, rows) {
    try {
      const [first] = rows;
      // The event does not contain the viewer's own reactions, so any viewer will do.
      const viewer = { uid: first?.sender_id ?? '', visibleAfter: 0 };
      for (const message of await wholeMessages(db, rows, viewer)) await tell(event, message);
    } catch (err) {
      // It is committed: the caller must not report a failure. The sweep sends the chat's last position.
      log.warn({ err, event }, 'messages could not be told');
    }
  };
}
