import type { ReactNode } from 'react';
import { useOnline } from '../../lib/use-online.ts';
import styles from './not-here.module.css';
import { RetryButton } from './retry-button.tsx';
import { Skeleton } from './skeleton.tsx';
import { texts } from './texts.ts';

interface NotHereProps {
  failed: boolean;
  /** The words for a failure. */
  words: string;
  onRetry: () => unknown;
  /** True if there is no card around it. */
  framed?: boolean;
}

/** Replaces content that is still loading, waits for the network or could not be loaded. */
export function NotHere({ failed, words, onRetry, framed = false }: NotHereProps) {
  const online = useOnline();
  const look = framed ? styles.framed : styles.place;
  return failed ? (
    <div className={look} role="alert">
      <p>{words}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  ) : (
    <div className={look} role="status" aria-label={online ? texts.loading : undefined}>
      {online ? (
        <>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </>
      ) : (
        <p>{texts.waitsForNetwork}</p>
      )}
    </div>
  );
}

/** Replaces an empty list. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={styles.framed}>{children}</p>;
}
