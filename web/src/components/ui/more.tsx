import { useState } from 'react';
import { Button } from './button.tsx';
import { Fault } from './fault.tsx';
import { texts } from './texts.ts';

interface MoreProps {
  words: string;
  loadingWords?: string;
  loading: boolean;
  failed: boolean;
  /** True while the list waits for the network, to load this page or to refresh. */
  waits: boolean;
  onMore: () => void;
}

/** Loads the next page of the list above it. Shows a failure until the next attempt, even if the list is refreshed. */
export function More({ words, loadingWords = texts.loading, loading, failed, waits, onMore }: MoreProps) {
  const [asked, setAsked] = useState(false);
  const [told, setTold] = useState(false);
  const tells = !loading && (failed || told || (asked && waits));
  if (tells !== told) setTold(tells);
  if (asked && (loading || tells)) setAsked(false);
  return (
    <>
      <Fault>{tells && texts.moreFailed}</Fault>
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
