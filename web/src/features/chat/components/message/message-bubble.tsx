import type { PersonSummary } from '@koinonia/contracts/identity.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { formatExact } from '../../../../lib/format.ts';
import { useShownMessage } from '../../messages/use-shown-message.ts';
import { useChatParts } from '../../chat-context.tsx';
import type { Bubble } from '../../model/conversation.ts';
import { isMentioned } from '../../model/mentions.ts';
import { pillsOf } from '../../model/reactions.ts';
import { MessageBody } from './message-body.tsx';
import { onMessageKey } from './message-keys.ts';
import styles from './message-bubble.module.css';
import { MessageFoot } from './message-foot.tsx';
import { MessageToolbar } from './message-toolbar.tsx';
import { ReactionPills } from './reaction-pills.tsx';
import { SystemLineView } from './system-line.tsx';
import { useMessageLabel } from './use-message-label.ts';
import { useMessageMenu } from './use-message-menu.ts';

interface MessageBubbleProps {
  bubble: Bubble;
  isGroup: boolean;
  sender: PersonSummary;
  /** The last bubble: the keyboard's way into the messages. */
  newest: boolean;
}

export function MessageBubble(props: MessageBubbleProps) {
  const { message } = props.bubble;
  if (message?.system !== undefined) return <SystemLineView message={message} line={message.system} />;
  return <SaidBubble {...props} />;
}

/** One message. Only groups show names and pictures: in a direct chat the sender is clear. */
function SaidBubble({ bubble, isGroup, sender, newest }: MessageBubbleProps) {
  const { uid } = useChatParts();
  const { mine, first, last, outgoing, message } = bubble;
  const { deleted, reactions } = useShownMessage(message);
  const acting = deleted ? null : message;
  const { bubbleRef, openMenu, handlers } = useMessageMenu(acting);
  const exact = formatExact(bubble.createdAt);
  const pills = deleted ? [] : pillsOf(reactions);
  const mentionsMe = acting !== null && isMentioned(acting, uid);
  const named = isGroup && !mine;
  const looks = [styles.row, mine ? styles.mine : styles.theirs, first && styles.first, last && styles.last];
  const label = useMessageLabel(bubble, { name: sender.displayName, deleted, mentionsMe, pills });

  return (
    // A message takes the focus, is read out and has actions, but HTML has no element for that.
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <article
      className={looks.filter(Boolean).join(' ')}
      aria-label={label}
      data-seq={bubble.seq ?? undefined}
      tabIndex={newest ? 0 : -1}
      onKeyDown={(event) => onMessageKey(event, acting === null ? undefined : () => openMenu({ byKeyboard: true }))}
    >
      {named && <span className={styles.side} />}
      <div className={styles.stack}>
        {named && first && <SenderName sender={sender} />}
        <div className={styles.frame} data-exact={exact} {...handlers}>
          {named && last && <SenderFace id={bubble.senderId} sender={sender} />}
          <div
            ref={bubbleRef}
            className={[styles.bubble, outgoing && styles.outgoing, mentionsMe && styles.mentioned]
              .filter(Boolean)
              .join(' ')}
            title={exact}
          >
            <MessageBody bubble={bubble} deleted={deleted} mentionsMe={mentionsMe} />
          </div>
          {/* After the words: screen readers read what is new in this order. */}
          {acting !== null && <MessageToolbar message={acting} onMenu={(byKeyboard) => openMenu({ byKeyboard })} />}
        </div>
        {acting !== null && pills.length > 0 && <ReactionPills message={acting} pills={pills} />}
        <MessageFoot bubble={bubble} deleted={deleted} />
      </div>
    </article>
  );
}

function SenderName({ sender }: { sender: PersonSummary }) {
  return (
    <span className={styles.sender} dir="auto">
      {sender.displayName}
    </span>
  );
}

function SenderFace({ id, sender }: { id: string; sender: PersonSummary }) {
  return (
    <span className={styles.face}>
      <Avatar id={id} name={sender.displayName} photoURL={sender.photoURL} size="small" />
    </span>
  );
}
