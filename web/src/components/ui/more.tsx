import { useState } from 'react';
import { Button } from './button.tsx';
import styles from './more.module.css';
import { texts } from './texts.ts';

interface MoreProps {
  words: string;
  loadingWords?: string;
  loading: boolean;
  failed: boolean;
  /** The list waits for the network, for this page or for what it has already. */
  waits: boolean;
  onMore: () => void;
}

/** Asks for the next page of a list, below it. Says so if that failed, until one asks again, though the list itself is fresh. */
export function More({ words, loadingWords = texts.loading, loading, failed, waits, onMore }: MoreProps) {
  const [asked, setAsked] = useState(false);
  const [told, setTold] = useState(false);
  const tells = !loading && (failed || told || (asked && waits));
  if (tells !== told) setTold(tells);
  if (asked && (loading || tells)) setAsked(false);
  return (
    <>
      <p className={styles.fault} role="alert">
        {tells && texts.moreFailed}
      </p>
      <Button
        pending={loading}
        pendingWords={loadingWords}
        onClick={() => {
          setAsked(true);
          onMore();
        }}
      >
        {words}
      </Button>
    </>
  );
}
