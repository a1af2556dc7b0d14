import { useLayoutEffect, type RefObject } from 'react';
import type { ChosenBounds } from '../search/search-filters.tsx';

/** The scroll position in the list or the search results. Outlives the pane, which phones unmount while a chat is open. */
export class ListPlace {
  #searching = false;
  /** Px. */
  #top = 0;
  #bounds: ChosenBounds | undefined;

  top(searching: boolean): number {
    return searching === this.#searching ? this.#top : 0;
  }

  scrolled(searching: boolean, top: number) {
    this.#searching = searching;
    this.#top = top;
  }

  /** The filters of the search; undefined without any. */
  bounds(): ChosenBounds | undefined {
    return this.#bounds;
  }

  narrowed(bounds: ChosenBounds | undefined) {
    this.#bounds = bounds;
  }
}

/** Restores the scroll position and follows it from then on. `frame` holds the list; during a search it scrolls itself. */
export function useListPlace(frame: RefObject<HTMLElement | null>, place: ListPlace, searching: boolean) {
  const scrollerOf = (element: HTMLElement | null) => (searching ? element : element?.querySelector('ul'));

  useLayoutEffect(() => {
    const scroller = scrollerOf(frame.current);
    const top = place.top(searching);
    // Not for 0, where it is already: a slow phone would lay out the whole page before the first paint.
    if (scroller && top > 0) scroller.scrollTop = top;
    // Only when the pane is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return () => place.scrolled(searching, scrollerOf(frame.current)?.scrollTop ?? 0);
}
