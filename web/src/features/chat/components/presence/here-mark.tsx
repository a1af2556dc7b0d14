import { texts } from '../../texts.ts';
import styles from './here-mark.module.css';

/** Says that somebody is here: a dot, and words beside it. */
export function HereMark() {
  return (
    <span className={styles.here}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>{texts.hereNow}</span>
    </span>
  );
}
