import type { InfiniteQueryObserverResult } from '@tanstack/react-query';

type Paged = Pick<
  InfiniteQueryObserverResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPaused' | 'fetchNextPage'
>;

/** What the button for the next page needs to know of a query; undefined when all pages are loaded. */
export const moreOf = (query: Paged) =>
  query.hasNextPage
    ? {
        loading: query.isFetchingNextPage,
        failed: query.isFetchNextPageError,
        waits: query.isPaused,
        onMore: () => void query.fetchNextPage(),
      }
    : undefined;
