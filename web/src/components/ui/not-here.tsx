import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './not-here.module.css';
import { Skeleton } from './skeleton.tsx';
import { texts } from './texts.ts';

interface NotHereProps {
  failed: boolean;
  /** What to say when it could not be had. */
  words: string;
  onRetry: () => void;
  /** Where no card is around it. */
  framed?: boolean;
}

/** In place of what is still coming, or could not be had. */
export function NotHere({ failed, words, onRetry, framed = false }: NotHereProps) {
  const look = framed ? styles.framed : styles.place;
  return failed ? (
    <div className={look} role="alert">
      <p>{words}</p>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </div>
  ) : (
    <div className={look} role="status" aria-label={texts.loading}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </div>
  );
}

/** In place of a list in which there is nothing. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={styles.framed}>{children}</p>;
}
