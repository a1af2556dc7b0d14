import { searchMessages } from '@koinonia/contracts/chat-search.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../../lib/api/request.ts';
import { requireList } from '../../../lib/api/required.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { moreOf } from '../../../lib/more-of.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { messagesOf } from '../model/normalise.ts';
import { isWorthSearching } from '../model/search-words.ts';
import { foundKey, type FoundPage } from '../sync/found-messages.ts';

export interface SearchBounds {
  readonly sender?: string;
  readonly chat?: string;
  /** Instants: `from` is inclusive, `to` exclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** The messages that contain these words, newest first, in pages. Old results stay until the new ones are there. */
export function useMessageSearch(words: string, bounds: SearchBounds) {
  const online = useOnline();
  const typed = words.trim();
  const q = useSettled(typed);
  const worth = isWorthSearching(typed);
  const query = useInfiniteQuery({
    queryKey: [...foundKey, q, bounds],
    enabled: online && worth && isWorthSearching(q),
    initialPageParam: null as string | null,
    async queryFn({ pageParam, signal }): Promise<FoundPage> {
      const before = pageParam === null ? {} : { before: pageParam };
      const page = await request(searchMessages, { query: { q, ...bounds, ...before }, signal });
      return { messages: messagesOf(requireList(page.messages)), next: page.next };
    },
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // New messages may match, so results are fetched again, and not cached for long.
    staleTime: 0,
    gcTime: 60_000,
  });
  const { data, isPlaceholderData, refetch } = query;
  const messages = useMemo(() => data?.pages.flatMap((page) => page.messages) ?? [], [data]);

  return {
    state: !worth
      ? ('short' as const)
      : !online
        ? ('offline' as const)
        : hasFailed(query)
          ? ('failed' as const)
          : data === undefined
            ? ('searching' as const)
            : ('found' as const),
    /** The words that produced these results. */
    q,
    /** The results are still those of an earlier query. */
    outdated: isPlaceholderData || q !== typed,
    messages,
    more: moreOf(query),
    retry: () => refetch(),
  };
}
