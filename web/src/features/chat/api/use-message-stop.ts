import { useEffect, type RefObject } from 'react';

/** The lowest message that can be seen, whole if there is such a one. */
function lowestInSight(scroller: HTMLElement, all: readonly HTMLElement[]): HTMLElement | undefined {
  const frame = scroller.getBoundingClientRect();
  const inSight = all.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > frame.top && top < frame.bottom;
  });
  return inSight.findLast((one) => one.getBoundingClientRect().bottom <= frame.bottom + 1) ?? inSight.at(-1);
}

/**
 * One message is where Tab stops, with the links and buttons that it holds: the one that has the focus, else the lowest in
 * sight, so that nobody who reads far up is thrown to the end. It is chosen when Tab is pressed, for lines come and go.
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
