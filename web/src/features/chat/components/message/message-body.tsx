import type { Bubble } from '../../model/conversation.ts';
import { texts } from '../../texts.ts';
import { MessageAttachment } from '../attachments/message-attachment.tsx';
import { useMessageActs } from './message-acts.ts';
import styles from './message-bubble.module.css';
import { MessageText } from './message-text.tsx';
import { Quote } from './quote.tsx';

interface MessageBodyProps {
  bubble: Bubble;
  deleted: boolean;
  mentionsMe: boolean;
}

/** The content of a bubble: quote, attachment and text; for a deleted message only a note. */
export function MessageBody({ bubble, deleted, mentionsMe }: MessageBodyProps) {
  const { chatId } = useMessageActs();
  if (deleted) return <p className={styles.deleted}>{texts.messageDeleted}</p>;
  const { replyTo, mentions } = bubble.message ?? bubble.outgoing ?? {};
  return (
    <>
      {replyTo !== undefined && <Quote chatId={chatId} replyTo={replyTo} />}
      <MessageAttachment bubble={bubble} />
      {bubble.text !== '' && <MessageText text={bubble.text} mentions={mentions} mentionsMe={mentionsMe} />}
    </>
  );
}
