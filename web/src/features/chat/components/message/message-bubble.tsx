import type { PersonSummary } from '@koinonia/contracts/identity.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { formatExact, formatTime } from '../../../../lib/format.ts';
import type { Bubble } from '../../model/conversation.ts';
import { texts } from '../../texts.ts';
import { MessageAttachment } from '../attachments/message-attachment.tsx';
import { MessageText } from './message-text.tsx';
import styles from './message-bubble.module.css';
import { OutgoingState } from './outgoing-state.tsx';

interface MessageBubbleProps {
  bubble: Bubble;
  isGroup: boolean;
  sender: PersonSummary;
}

/** One message. Names and pictures stand in groups only: in a direct chat there is no doubt. */
export function MessageBubble({ bubble, isGroup, sender }: MessageBubbleProps) {
  const { mine, first, last, outgoing } = bubble;
  const named = isGroup && !mine;
  const looks = [styles.row, mine ? styles.mine : styles.theirs, first && styles.first, last && styles.last];
  return (
    <article
      className={looks.filter(Boolean).join(' ')}
      aria-label={`${mine ? texts.you : sender.displayName}, ${formatTime(bubble.createdAt)}`}
      data-seq={bubble.seq ?? undefined}
    >
      {named && (
        <span className={styles.side}>
          {last && <Avatar id={bubble.senderId} name={sender.displayName} photoURL={sender.photoURL} size="small" />}
        </span>
      )}
      <div className={styles.stack}>
        {named && first && (
          <span className={styles.sender} dir="auto">
            {sender.displayName}
          </span>
        )}
        <div
          className={`${styles.bubble} ${outgoing !== null ? styles.outgoing : ''}`}
          title={formatExact(bubble.createdAt)}
        >
          <MessageAttachment bubble={bubble} />
          {bubble.text !== '' && <MessageText text={bubble.text} />}
        </div>
        {outgoing !== null ? (
          <OutgoingState outgoing={outgoing} last={last} />
        ) : (
          last && (
            <time className={styles.time} dateTime={bubble.createdAt} title={formatExact(bubble.createdAt)}>
              {formatTime(bubble.createdAt)}
            </time>
          )
        )}
      </div>
    </article>
  );
}
