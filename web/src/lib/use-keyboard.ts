import { useSyncExternalStore, type CSSProperties } from 'react';

function subscribe(listener: () => void) {
  for (const name of ['resize', 'scroll']) visualViewport?.addEventListener(name, listener);
  return () => {
    for (const name of ['resize', 'scroll']) visualViewport?.removeEventListener(name, listener);
  };
}

/** 0 after a pinch zoom, which shows only a part of the page anyway. */
const covered = () =>
  visualViewport === null || visualViewport.scale > 1
    ? 0
    : Math.max(0, Math.round(innerHeight - visualViewport.height));

const coveredBelow = () => Math.max(0, covered() - Math.round(visualViewport?.offsetTop ?? 0));

/**
 * The px of the page that a keyboard covers, and how many of them are below the visible part: fewer when the browser has moved
 * the page up. Safari up to 27.2 lays out a page as if its keyboard were not there (`interactive-widget`); elsewhere both
 * are 0.
 */
export function useKeyboard(): CSSProperties & Record<'--keyboard' | '--keyboard-below', string> {
  const height = useSyncExternalStore(subscribe, covered);
  const below = useSyncExternalStore(subscribe, coveredBelow);
  return { '--keyboard': `${height}px`, '--keyboard-below': `${below}px` };
}
