import { Button } from '../../../../components/ui/button.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import type { ChatLog } from '../../messages/chat-log.ts';
import { texts } from '../../texts.ts';
import styles from './conversation.module.css';

/** Replaces the messages while there are none to show. */
export function ConversationEmpty({ status, onRetry }: { status: ChatLog['status']; onRetry: () => void }) {
  const online = useOnline();
  if (status === 'loading') {
    return (
      <p className={styles.empty} role="status">
        {texts.loadingMessages}
      </p>
    );
  }
  if (status === 'failed' && !online) {
    return (
      <p className={styles.empty} role="status">
        {texts.messagesLater}
      </p>
    );
  }
  if (status === 'failed') {
    return (
      <div className={styles.empty}>
        <p>{texts.messagesNotHere}</p>
        <Button onClick={onRetry}>{common.retry}</Button>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <strong>{texts.noMessages}</strong>
      <p>{texts.sayHello}</p>
    </div>
  );
}
