import type { InfiniteQueryObserverResult } from '@tanstack/react-query';

type Paged = Pick<
  InfiniteQueryObserverResult,
  | 'hasNextPage'
  | 'isFetching'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'isPaused'
  | 'fetchNextPage'
  | 'refetch'
>;

/** What the button for the next page needs to know of a query; undefined when all pages are loaded. */
export function moreOf(query: Paged) {
  if (!query.hasNextPage) return undefined;
  const { isFetching, isFetchingNextPage, fetchNextPage, refetch } = query;
  return {
    loading: isFetchingNextPage,
    failed: query.isFetchNextPageError,
    waits: query.isPaused,
    async onMore() {
      await fetchNextPage();
      // The library has dropped the newer answer that was on its way for the known pages, and takes them for up to date.
      if (isFetching && !isFetchingNextPage) await refetch();
    },
  };
}
