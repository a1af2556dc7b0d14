import { useCallback, useRef, useSyncExternalStore } from 'react';

/**
 * Screens without room for the sidebar, where the chat shows one pane at a time: up to 767 px at the default text size, and
 * wider ones for people who have enlarged the text in their browser. Style sheets have the same limit, as `48em`.
 */
export const narrowScreen = '(max-width: 47.9375em)';

/** Screens with room for list, conversation and info beside one another: from 1200 px up at the default text size. */
export const threePaneScreen = '(min-width: 75em)';

/** Whether the screen matches. Does not change during printing: the width of the paper must not change the page. */
export function useMedia(query: string): boolean {
  const onScreen = useRef<boolean>(undefined);
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => {
    if (onScreen.current === undefined || !matchMedia('print').matches) onScreen.current = matchMedia(query).matches;
    return onScreen.current;
  });
}
