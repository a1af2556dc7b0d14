import { useState } from 'react';
import { Button } from './button.tsx';
import styles from './more.module.css';
import { texts } from './texts.ts';

interface MoreProps {
  words: string;
  loadingWords?: string;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
}

/** Asks for the next page of a list, below it. Says so if that failed, until one asks again, though the list itself is fresh. */
export function More({ words, loadingWords = texts.loading, loading, failed, onMore }: MoreProps) {
  const [told, setTold] = useState(false);
  const tells = !loading && (failed || told);
  if (tells !== told) setTold(tells);
  return (
    <>
      <p className={styles.fault} role="alert">
        {tells && texts.moreFailed}
      </p>
      <Button disabled={loading} onClick={onMore}>
        {loading ? loadingWords : words}
      </Button>
    </>
  );
}
