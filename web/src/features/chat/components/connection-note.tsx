import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/ui/icon.tsx';
import { useLiveState } from '../../../lib/live/live-context.tsx';
import { useOnline } from '../../../lib/use-online.ts';
import { chatListQuery } from '../api/chat-list-query.ts';
import { texts } from '../texts.ts';
import styles from './connection-note.module.css';

/** A quiet note about the connection and its effect on the chat. */
export function ConnectionNote() {
  const online = useOnline();
  const { trouble } = useLiveState();
  const { isError: away } = useQuery(chatListQuery);
  const text = !online ? texts.offline : !trouble ? '' : away ? texts.away : texts.slow;
  return (
    <p className={styles.note} role="status" hidden={text === ''}>
      <Icon name="offline" size={18} />
      {text}
    </p>
  );
}
