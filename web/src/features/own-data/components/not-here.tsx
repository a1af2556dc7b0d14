import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { texts } from '../texts.ts';
import styles from './own-data.module.css';

/** In place of what is still coming, or could not be had. */
export function NotHere({ failed, words, onRetry }: { failed: boolean; words: string; onRetry: () => void }) {
  return failed ? (
    <div className={styles.failed} role="alert">
      <p>{words}</p>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </div>
  ) : (
    <div className={styles.failed} role="status" aria-label={texts.loading}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </div>
  );
}
