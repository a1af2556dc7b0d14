import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import { timeNow } from '../../../lib/api/server-clock.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useChatParts } from '../chat-context.tsx';
import type { ChosenFile } from './chosen-files.ts';

/** A new message: its text, the message it replies to, the people it mentions. */
export interface Written {
  readonly text: string;
  readonly replyTo?: RepliedTo | undefined;
  readonly mentions?: readonly string[];
}

/** Puts a text and the chosen files into the outbox, after all messages that are shown. */
export function useSend(chatId: string) {
  const { uid, openedChats, outbox } = useChatParts();
  const put = ({ text, replyTo, mentions = [] }: Written, chosen?: ChosenFile) =>
    void outbox.add({
      clientId: randomId(),
      uid,
      chatId,
      text,
      attachmentUrl: null,
      ...(chosen && { attachment: chosen.about, file: chosen.file }),
      ...(replyTo && { replyTo }),
      ...(mentions.length > 0 && { mentions }),
      createdAt: new Date(timeNow()).toISOString(),
      afterSeq: openedChats.get(chatId).log.head,
    });

  return (written: Written, files: readonly ChosenFile[]) => {
    if (files.length === 0) return put(written);
    // A message has one attachment. The text goes with the last file, like a caption.
    files.forEach((chosen, index) => put(index === files.length - 1 ? written : { text: '' }, chosen));
  };
}
