import { formatExact, formatTime } from '../../../../lib/format.ts';
import type { Bubble } from '../../model/conversation.ts';
import { texts } from '../../texts.ts';
import { useMessageActs } from './message-acts.ts';
import styles from './message-bubble.module.css';
import { OutgoingState } from './outgoing-state.tsx';

/** Under a bubble: its time, whether it was edited, or its state while it is being sent. */
export function MessageFoot({ bubble, deleted }: { bubble: Bubble; deleted: boolean }) {
  const { showVersions } = useMessageActs();
  const { outgoing, message, last, createdAt } = bubble;
  if (outgoing !== null) return <OutgoingState outgoing={outgoing} last={last} />;
  const edited = deleted ? undefined : message?.editedAt;
  if (!last && edited === undefined) return null;
  return (
    <span className={styles.foot}>
      {message !== null && edited !== undefined && (
        <button
          type="button"
          className={styles.edited}
          title={formatExact(edited)}
          aria-haspopup="dialog"
          onClick={(event) => showVersions(message, event.currentTarget)}
        >
          {texts.edited}
        </button>
      )}
      {last && (
        <time dateTime={createdAt} title={formatExact(createdAt)}>
          {formatTime(createdAt)}
        </time>
      )}
    </span>
  );
}
