import { Link } from 'react-router-dom';
import { texts } from '../texts.ts';
import styles from './chat-placeholders.module.css';

export function NoChatChosen() {
  return <p className={styles.quiet}>{texts.chooseChat}</p>;
}

/** For the address of a chat that is not in the server's list. */
export function ChatMissing() {
  return (
    <div className={styles.quiet}>
      <p>{texts.gone}</p>
      <Link to="/chat">{texts.allChats}</Link>
    </div>
  );
}
