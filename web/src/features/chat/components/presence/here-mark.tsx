import { texts } from '../../texts.ts';
import styles from './here-mark.module.css';

/** A dot and words that say that somebody is present. */
export function HereMark() {
  return (
    <span className={styles.here}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>{texts.hereNow}</span>
    </span>
  );
}
