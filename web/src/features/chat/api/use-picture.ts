import { useEffect, useState } from 'react';
import { waitForPicture } from './wait-for-picture.ts';

export type PictureState = 'coming' | 'shown' | 'preparing' | 'away' | 'failed' | 'missing';

/** Max display errors of an existing picture before it counts as damaged. */
const mostFaults = 3;

/** Follows the loading of one picture. `attempt` changes when the browser has to fetch it again. */
export function usePicture(url: string | null) {
  const [state, setState] = useState<PictureState>('coming');
  const [faults, setFaults] = useState(0);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (url === null || faults === 0) return;
    const ending = new AbortController();
    void waitForPicture(url, { signal: ending.signal, tell: setState }).then((end) => {
      if (ending.signal.aborted) return;
      if (end !== 'there') return setState(end);
      if (faults >= mostFaults) return setState('failed');
      setState('coming');
      setAttempt(faults);
    });
    return () => ending.abort();
  }, [url, faults]);

  return {
    state,
    attempt,
    onLoad: () => setState('shown'),
    onError: () => setFaults((count) => count + 1),
  };
}
