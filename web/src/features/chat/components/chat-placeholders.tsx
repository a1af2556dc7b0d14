import { Link } from 'react-router-dom';
import { texts } from '../texts.ts';
import styles from './chat-placeholders.module.css';

export function NoChatChosen() {
  return <p className={styles.quiet}>{texts.chooseChat}</p>;
}

/** For the address of a chat that is not in the list. `known`: the server has sent the list. */
export function ChatMissing({ known }: { known: boolean }) {
  if (!known) return <p className={styles.quiet}>{texts.loadingMessages}</p>;
  return (
    <div className={styles.quiet}>
      <p>{texts.gone}</p>
      <Link to="/chat">{texts.allChats}</Link>
    </div>
  );
}
