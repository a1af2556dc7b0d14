import { useLayoutEffect, type RefObject } from 'react';
import type { ChosenBounds } from '../search/search-filters.tsx';

/** Where somebody was in the list, or among what they had found. Outlives the pane, which is away on phones while a chat is open. */
export class ListPlace {
  #searching = false;
  /** In px. */
  #top = 0;
  #bounds: ChosenBounds | undefined;

  top(searching: boolean): number {
    return searching === this.#searching ? this.#top : 0;
  }

  scrolled(searching: boolean, top: number) {
    this.#searching = searching;
    this.#top = top;
  }

  /** By what the search was narrowed; undefined when it was not. */
  bounds(): ChosenBounds | undefined {
    return this.#bounds;
  }

  narrowed(bounds: ChosenBounds | undefined) {
    this.#bounds = bounds;
  }
}

/** Comes back to the place, and keeps it from then on. `frame` holds the list, and scrolls itself while one searches. */
export function useListPlace(frame: RefObject<HTMLElement | null>, place: ListPlace, searching: boolean) {
  const scrollerOf = (element: HTMLElement | null) => (searching ? element : element?.querySelector('ul'));

  useLayoutEffect(() => {
    const scroller = scrollerOf(frame.current);
    if (scroller) scroller.scrollTop = place.top(searching);
    // Once, when the pane is there again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return () => place.scrolled(searching, scrollerOf(frame.current)?.scrollTop ?? 0);
}
