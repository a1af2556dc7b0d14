import type { Message } from '@koinonia/contracts/chat.ts';
import { useChatParts } from '../../chat-context.tsx';
import type { ReactionPill } from '../../model/reactions.ts';
import { texts } from '../../texts.ts';
import styles from './reaction-pills.module.css';

/** Counts under a message; pressing one adds or removes one's own reaction. It does not show who reacted. */
export function ReactionPills({ message, pills }: { message: Message; pills: readonly ReactionPill[] }) {
  const { reactions } = useChatParts();
  return (
    <ul className={styles.pills} aria-label={texts.reactions}>
      {pills.map(({ emoji, count, mine }) => (
        <li key={emoji}>
          <button
            type="button"
            className={styles.pill}
            aria-pressed={mine}
            aria-label={`${texts.reactionNames[emoji] ?? emoji}, ${count}`}
            title={texts.reactionNames[emoji]}
            onClick={() => reactions.wish(message, emoji, !mine)}
          >
            <span aria-hidden="true">{emoji}</span>
            <span className={styles.count}>{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
