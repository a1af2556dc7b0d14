import type { ReactNode } from 'react';
import styles from './answer.module.css';

interface AnswerProps {
  /** It answers an earlier question: the one that is asked now is still on its way. */
  former: boolean;
  children: ReactNode;
}

/** What was found. A former answer stays, so that nothing jumps, but no click on a line of it counts. */
export function Answer({ former, children }: AnswerProps) {
  return (
    <div className={`${styles.answer} ${former ? styles.former : ''}`} aria-busy={former}>
      {children}
    </div>
  );
}
