import { Link } from 'react-router-dom';
import { Placeholder } from '../../../components/ui/placeholder.tsx';
import { texts } from '../texts.ts';
import styles from './chat-placeholders.module.css';

export function NoChatChosen() {
  return <Placeholder className={styles.quiet}>{texts.chooseChat}</Placeholder>;
}

/** For the address of a chat that is not in the server's list. */
export function ChatMissing() {
  return (
    <Placeholder className={styles.quiet}>
      <p>{texts.gone}</p>
      <Link to="/chat">{texts.allChats}</Link>
    </Placeholder>
  );
}
