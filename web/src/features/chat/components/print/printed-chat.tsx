import type { Chat } from '@koinonia/contracts/chat.ts';
import { formatFullDay, formatMoment } from '../../../../lib/format.ts';
import type { Directory } from '../../../../lib/people.ts';
import { usePaperTitle } from '../../../../lib/use-title.ts';
import { type ConversationItem, isBubble } from '../../model/conversation.ts';
import { printTexts } from '../../print-texts.ts';
import styles from './printed-chat.module.css';
import { PrintedHeader } from './printed-header.tsx';
import { PrintedMessage } from './printed-message.tsx';

export interface PrintedChatProps {
  chat: Chat;
  title: string;
  items: readonly ConversationItem[];
  directory: Directory;
  /** `all`: the whole chat; `loaded`: the messages on the page, for the browser's own print command. */
  extent: 'all' | 'loaded';
  /** Whether it starts at the beginning of the chat (`whole`), and includes the newest message (`live`). */
  whole: boolean;
  live: boolean;
}

/** A conversation as a document: the people, the first and the last day, and all messages in full. */
export function PrintedChat({ chat, title, items, directory, extent, whole, live }: PrintedChatProps) {
  usePaperTitle(title);
  const bubbles = items.filter(isBubble);
  const [first] = bubbles;
  return (
    <article className={styles.paper} data-paper={extent}>
      <PrintedHeader title={title} names={chat.users.map((uid) => directory.of(uid).displayName)} bubbles={bubbles} />
      {!whole && first !== undefined && (
        <p className={styles.beyond}>
          {printTexts.earlierLeftOut(formatMoment(first.createdAt))} {extent === 'loaded' && printTexts.askForAll}
        </p>
      )}
      {items.map((item) =>
        isBubble(item) ? (
          <PrintedMessage key={item.key} bubble={item} directory={directory} picturesLater={extent === 'all'} />
        ) : item.kind === 'day' ? (
          <h2 key={item.key} className={styles.day}>
            {formatFullDay(item.instant)}
          </h2>
        ) : null,
      )}
      {!live && <p className={styles.beyond}>{printTexts.laterLeftOut}</p>}
    </article>
  );
}
