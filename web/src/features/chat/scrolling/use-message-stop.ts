import { useEffect, type RefObject } from 'react';

/** The lowest visible message; preferably one that is visible as a whole. */
function lowestInSight(scroller: HTMLElement, all: readonly HTMLElement[]): HTMLElement | undefined {
  const frame = scroller.getBoundingClientRect();
  const inSight = all.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > frame.top && top < frame.bottom;
  });
  return inSight.findLast((one) => one.getBoundingClientRect().bottom <= frame.bottom + 1) ?? inSight.at(-1);
}

/**
 * One message is the Tab stop, with its links and buttons: the focused one, else the lowest visible one, so that Tab
 * does not take somebody who is reading far up to the end. It is chosen when Tab is pressed, because lines come and go.
 */
export function useMessageStop(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function choose({ key }: KeyboardEvent) {
      const scroller = ref.current;
      if (key !== 'Tab' || scroller === null) return;
      const all = [...scroller.querySelectorAll<HTMLElement>('article')];
      const stop = all.find((one) => one.contains(document.activeElement)) ?? lowestInSight(scroller, all);
      for (const one of all) {
        const tabIndex = one === stop ? 0 : -1;
        one.tabIndex = tabIndex;
        for (const held of one.querySelectorAll<HTMLElement>('a[href], button:not([data-passed-by] *)'))
          held.tabIndex = tabIndex;
      }
    }
    document.addEventListener('keydown', choose, true);
    return () => document.removeEventListener('keydown', choose, true);
  }, [ref]);
}
