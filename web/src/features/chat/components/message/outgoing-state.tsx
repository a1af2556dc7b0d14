import { Button } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { formatTime } from '../../../../lib/format.ts';
import { useChatParts } from '../../chat-context.tsx';
import type { Outgoing } from '../../model/conversation.ts';
import { texts } from '../../texts.ts';
import styles from './outgoing-state.module.css';

/** The state of a message that is being sent, with its actions. */
export function OutgoingState({ outgoing, last }: { outgoing: Outgoing; last: boolean }) {
  const { outbox } = useChatParts();

  if (outgoing.state === 'waiting') {
    // As tall as the time that will replace it, so that nothing moves when the message is sent.
    return (
      <span className={last ? styles.state : 'visually-hidden'} title={texts.outgoing.waiting}>
        <span className="visually-hidden">{texts.outgoing.waiting}</span>
        <Icon name="clock" size={14} />
        {last && <time dateTime={outgoing.createdAt}>{formatTime(outgoing.createdAt)}</time>}
      </span>
    );
  }
  return (
    <span className={`${styles.state} ${styles.failed}`}>
      <span>
        <span className={styles.what}>
          <Icon name="warning" size={14} />
          {texts.outgoing[outgoing.state]}
        </span>
        {outgoing.refusal !== undefined && (
          <>
            {' · '}
            <bdi>{outgoing.refusal}</bdi>
          </>
        )}
      </span>
      <span className={styles.acts}>
        <Button look="link" onClick={() => void outbox.retry(outgoing.clientId)}>
          {common.retry}
        </Button>
        <Button look="link" onClick={() => void outbox.discard(outgoing.clientId)}>
          {texts.discard}
        </Button>
      </span>
    </span>
  );
}
