import { Placeholder } from '../../../../components/ui/placeholder.tsx';
import { useRetry } from '../../../../components/ui/use-retry.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import type { ChatLog } from '../../messages/chat-log.ts';
import { texts } from '../../texts.ts';
import styles from './conversation.module.css';

interface ConversationEmptyProps {
  status: ChatLog['status'];
  onRetry: () => unknown;
  /** Above the person's own unsent messages, instead of in the middle of the pane. */
  above?: boolean;
}

/** Replaces the messages while there are none to show. */
export function ConversationEmpty({ status, onRetry, above }: ConversationEmptyProps) {
  const online = useOnline();
  // Until a try has ended, its button stays where it is, and keeps the focus.
  const { trying, retry } = useRetry(onRetry);
  const look = above ? styles.above : styles.empty;
  if (status === 'ready') {
    return (
      <Placeholder className={look}>
        <strong>{texts.noMessages}</strong>
        <p>{texts.sayHello}</p>
      </Placeholder>
    );
  }
  const loading = status === 'loading' && !trying;
  const waits = loading || !online;
  return (
    <Placeholder className={look} role={waits ? 'status' : undefined} onRetry={waits ? undefined : retry}>
      {loading ? texts.loadingMessages : online ? texts.messagesNotHere : texts.messagesLater}
    </Placeholder>
  );
}
