import { useEffect, useState } from 'react';
import { waitForPicture } from './wait-for-picture.ts';

export type PictureState = 'coming' | 'shown' | 'preparing' | 'away' | 'failed' | 'missing';

/** Max display errors of an existing picture before it counts as damaged. */
const mostFaults = 3;

const beginning = (url: string | null) => ({ url, state: 'coming' as PictureState, faults: 0, attempt: 0 });

/**
 * Follows the loading of one picture. `attempt` changes when the browser has to fetch it again. A new `url` starts over; it is
 * null while a file that the server has deleted is uploaded again.
 */
export function usePicture(url: string | null) {
  const [last, setLast] = useState(() => beginning(url));
  const now = last.url === url ? last : beginning(url);
  if (now !== last) setLast(now);
  const { state, faults, attempt } = now;

  useEffect(() => {
    if (url === null || faults === 0) return;
    const ending = new AbortController();
    const become = (state: PictureState) => setLast((before) => ({ ...before, state }));
    void waitForPicture(url, { signal: ending.signal, tell: become }).then((end) => {
      if (ending.signal.aborted) return;
      if (end !== 'there') return become(end);
      if (faults >= mostFaults) return become('failed');
      setLast((before) => ({ ...before, state: 'coming', attempt: faults }));
    });
    return () => ending.abort();
  }, [url, faults]);

  return {
    state,
    attempt,
    onLoad: () => setLast((before) => ({ ...before, state: 'shown' })),
    onError: () => setLast((before) => ({ ...before, faults: before.faults + 1 })),
  };
}
