import { listAttachments } from '@koinonia/contracts/chat.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../../lib/api/request.ts';
import { requireList } from '../../../lib/api/required.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { useLive } from '../../../lib/live/live-context.tsx';
import { messageOf, messagesOf } from '../model/normalise.ts';

const pageSize = 30;

/** The messages of a chat that have an attachment, newest first, in pages; fetched again when one is added or removed. */
export function useChatAttachments(chatId: string) {
  const queries = useQueryClient();
  const live = useLive();
  const query = useInfiniteQuery({
    queryKey: ['attachments', chatId],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) =>
      messagesOf(
        requireList(
          await request(listAttachments, {
            params: { id: chatId },
            query: { limit: pageSize, ...(pageParam !== null && { before: pageParam }) },
            signal,
          }),
        ),
      ),
    getNextPageParam: (last) => (last.length < pageSize ? null : (last.at(-1)?.seq ?? null)),
    staleTime: 0,
    gcTime: 60_000,
  });

  useEffect(() => {
    if (live === null) return;
    const refresh = () => void queries.invalidateQueries({ queryKey: ['attachments', chatId] });
    const whenIts = (payload: unknown) => {
      const message = messageOf(payload);
      if (message?.chatId !== chatId) return;
      if (message.attachmentUrl !== null || message.deletedAt !== undefined) refresh();
    };
    const ends = [live.on('newMessage', whenIts), live.on('messageChanged', whenIts), live.on('resync', refresh)];
    return () => ends.forEach((end) => end());
  }, [live, queries, chatId]);

  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  return {
    messages: data?.pages.flat() ?? [],
    state: data !== undefined ? ('ready' as const) : hasFailed(query) ? ('failed' as const) : ('loading' as const),
    more: hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    moreWaits: query.isPaused,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}
