import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/ui/icon.tsx';
import { useLiveState } from '../../../lib/live/live-context.tsx';
import { useOnline } from '../../../lib/use-online.ts';
import { chatListQuery } from '../sync/chat-list-query.ts';
import { texts } from '../texts.ts';
import styles from './connection-note.module.css';

/**
 * A quiet note about the connection and its effect on the chat; `short`: without the effect. It is used only in
 * reserved room, so that nothing moves.
 */
export function ConnectionNote({ short = false }: { short?: boolean }) {
  const online = useOnline();
  const { trouble } = useLiveState();
  const { isError: away } = useQuery(chatListQuery);
  const words = !online ? texts.offline : !trouble ? null : away ? texts.away : texts.slow;
  return (
    <div className={`${styles.place} ${short ? styles.short : ''}`} role="status">
      {words !== null && (
        <p className={styles.note}>
          <Icon name="offline" size={16} />
          {short ? words[0] : words.join(' ')}
        </p>
      )}
    </div>
  );
}
