import { Button } from '../../../../components/ui/button.tsx';
import { texts } from '../../texts.ts';
import styles from './notice.module.css';

/** In the place of what could not be had. */
export function Notice({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.notice} role="alert">
      <p>{text}</p>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </div>
  );
}
