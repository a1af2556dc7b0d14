import { useEffect } from 'react';
import { useTitleCount } from '../lib/use-title.ts';

/** Shows how much waits to be read where the page itself is not seen: in the browser's tab and on the app's icon. */
export function useUnreadMarks(unread: number) {
  useTitleCount(unread);

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Refused where the app is not installed: then there is no icon to mark.
    const marked = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
    marked.catch(() => undefined);
  }, [unread]);

  // Nobody is signed in any more: nothing waits for whoever holds the device now.
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
    },
    [],
  );
}
