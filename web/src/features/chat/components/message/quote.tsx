import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import { Link } from 'react-router-dom';
import { useChatParts } from '../../chat-context.tsx';
import { quotedText } from '../../model/quoted-text.ts';
import { texts } from '../../texts.ts';
import { useMessageActs } from './message-acts.ts';
import styles from './quote.module.css';

/** The sender of the original message, and its beginning. */
export function QuoteText({ replyTo: { senderId, text, deleted } }: { replyTo: RepliedTo }) {
  const { uid } = useChatParts();
  const { directory } = useMessageActs();
  return (
    <>
      <bdi className={styles.who}>{senderId === uid ? texts.you : directory.of(senderId).displayName}</bdi>
      <span className={`${styles.said} ${deleted || text === '' ? styles.none : ''}`} dir="auto">
        {quotedText({ text, deleted })}
      </span>
    </>
  );
}

/** A link to the message that this one replies to. It leaves no trace in the history: going back leads out of the chat. */
export function Quote({ chatId, replyTo }: { chatId: string; replyTo: RepliedTo }) {
  return (
    <Link className={styles.quote} to={`/chat/${chatId}?at=${replyTo.seq}`} replace>
      <span className="visually-hidden">{texts.inReplyTo} </span>
      <QuoteText replyTo={replyTo} />
    </Link>
  );
}
