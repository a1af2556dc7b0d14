import { Button } from '../../../../components/ui/button.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import type { ChatLog } from '../../messages/chat-log.ts';
import { texts } from '../../texts.ts';
import styles from './conversation.module.css';

interface ConversationEmptyProps {
  status: ChatLog['status'];
  onRetry: () => void;
  /** Above what one has written oneself, instead of in the middle of nothing. */
  above?: boolean;
}

/** Replaces the messages while there are none to show. */
export function ConversationEmpty({ status, onRetry, above = false }: ConversationEmptyProps) {
  const online = useOnline();
  const look = above ? `${styles.empty} ${styles.above}` : styles.empty;
  if (status === 'loading') {
    return (
      <p className={look} role="status">
        {texts.loadingMessages}
      </p>
    );
  }
  if (status === 'failed' && !online) {
    return (
      <p className={look} role="status">
        {texts.messagesLater}
      </p>
    );
  }
  if (status === 'failed') {
    return (
      <div className={look}>
        <p>{texts.messagesNotHere}</p>
        <Button onClick={onRetry}>{common.retry}</Button>
      </div>
    );
  }
  return (
    <div className={look}>
      <strong>{texts.noMessages}</strong>
      <p>{texts.sayHello}</p>
    </div>
  );
}
