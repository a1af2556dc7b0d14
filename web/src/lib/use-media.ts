import { useCallback, useSyncExternalStore } from 'react';

/**
 * Screens without room for the sidebar, where the chat shows one pane at a time: up to 767 px at the default text size, and wider ones for people who have
 * enlarged the text in their browser. Style sheets have the same limit, as `48em`.
 */
export const narrowScreen = '(max-width: 47.9375em)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
