import { useSyncExternalStore, type CSSProperties } from 'react';

function subscribe(listener: () => void) {
  for (const name of ['resize', 'scroll']) visualViewport?.addEventListener(name, listener);
  return () => {
    for (const name of ['resize', 'scroll']) visualViewport?.removeEventListener(name, listener);
  };
}

/** Whoever has pinched sees a part of the page in any case. */
const covered = () =>
  visualViewport === null || visualViewport.scale > 1
    ? 0
    : Math.max(0, Math.round(innerHeight - visualViewport.height));

const coveredBelow = () => Math.max(0, covered() - Math.round(visualViewport?.offsetTop ?? 0));

/**
 * The px of the page that a keyboard covers, and those of them that are below what is seen: less when the browser has moved
 * the page up. Safari up to 27.2 lays out a page as if its keyboard were not there (`interactive-widget`); elsewhere both
 * are 0.
 */
export function useKeyboard(): CSSProperties & Record<'--keyboard' | '--keyboard-below', string> {
  const height = useSyncExternalStore(subscribe, covered);
  const below = useSyncExternalStore(subscribe, coveredBelow);
  return { '--keyboard': `${height}px`, '--keyboard-below': `${below}px` };
}
