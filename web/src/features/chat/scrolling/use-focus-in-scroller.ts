import { useEffect, type RefObject } from 'react';

/** Lines come and go during scrolling. When the focused line is removed, its scroller takes the focus. */
export function useFocusInScroller(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    let inside = scroller.contains(document.activeElement);
    const look = () => {
      if (document.activeElement !== document.body) inside = scroller.contains(document.activeElement);
    };
    const observer = new MutationObserver(() => {
      if (inside && document.activeElement === document.body) scroller.focus({ preventScroll: true });
    });
    observer.observe(scroller, { childList: true, subtree: true });
    document.addEventListener('focusin', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', look);
    };
  }, [ref]);
}
