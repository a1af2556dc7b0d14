import { useEffect, type RefObject } from 'react';

/** Lines come and go while one scrolls. When the one that has the keyboard's focus goes, its scroller gets it. */
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
