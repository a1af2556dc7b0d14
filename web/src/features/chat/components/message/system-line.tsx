import type { Message, SystemLine } from '@koinonia/contracts/chat.ts';
import { formatExact } from '../../../../lib/format.ts';
import { useChatParts } from '../../chat-context.tsx';
import { useMessageActs } from './message-acts.ts';
import styles from './system-line.module.css';
import { SystemSentence } from './system-sentence.tsx';

/** An event of the chat, as a quiet line among the messages. */
export function SystemLineView({ message, line }: { message: Message; line: SystemLine }) {
  const { uid } = useChatParts();
  const { directory } = useMessageActs();
  return (
    <p className={styles.line} data-seq={message.seq} title={formatExact(message.createdAt)}>
      <SystemSentence line={line} doer={message.senderId} me={uid} nameOf={(id) => directory.of(id).displayName} />
    </p>
  );
}
