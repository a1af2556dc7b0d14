import type { Message, SystemLine } from '@koinonia/contracts/chat.ts';
import { formatExact } from '../../../../lib/format.ts';
import { useChatParts } from '../../chat-context.tsx';
import { systemPieces } from '../../model/system-text.ts';
import { useMessageActs } from './message-acts.ts';
import styles from './system-line.module.css';

/** An event of the chat, as a quiet line among the messages. */
export function SystemLineView({ message, line }: { message: Message; line: SystemLine }) {
  const { uid } = useChatParts();
  const { directory } = useMessageActs();
  const pieces = systemPieces(line, {
    doer: message.senderId,
    me: uid,
    nameOf: (id) => directory.of(id).displayName,
  });
  return (
    <p className={styles.line} data-seq={message.seq} title={formatExact(message.createdAt)}>
      {pieces.map((piece, index) => (piece.isName ? <bdi key={index}>{piece.text}</bdi> : piece.text))}
    </p>
  );
}
