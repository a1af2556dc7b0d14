import { useEffect } from 'react';
import { useTitleCount } from '../lib/use-title.ts';

/** Shows the unread count outside the page: in the browser's tab and on the app's icon. */
export function useUnreadMarks(unread: number) {
  useTitleCount(unread);

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Fails where the app is not installed: then there is no icon to mark.
    const marked = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
    marked.catch(() => undefined);
  }, [unread]);

  // On sign-out: the next person on this device must not see the count.
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
    },
    [],
  );
}
