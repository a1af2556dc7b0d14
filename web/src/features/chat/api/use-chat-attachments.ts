import { type Chat, listAttachments, type Message } from '@koinonia/contracts/chat.ts';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../../lib/api/request.ts';
import { requireList } from '../../../lib/api/required.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { moreOf } from '../../../lib/more-of.ts';
import { askedUntilAnswered } from '../../../lib/query-client.ts';
import { messagesOf } from '../model/normalise.ts';
import { attachmentsKey } from '../sync/forget-chat.ts';

const pageSize = 30;

interface AttachmentPage {
  /** How far the chat was known to be when the page was asked for. */
  readonly head: string;
  readonly messages: readonly Message[];
}

async function askPage(id: string, before: number | null, signal: AbortSignal): Promise<Message[]> {
  const query = { limit: pageSize, ...(before !== null && { before }) };
  return messagesOf(requireList(await request(listAttachments, { params: { id }, query, signal })));
}

/** The messages of a chat that have an attachment, newest first, in pages; fetched again when the chat goes on or changes. */
export function useChatAttachments({ id, lastSeq, changeSeq = 0 }: Chat) {
  const head = `${lastSeq} ${changeSeq}`;
  const lagsBehind = (known?: InfiniteData<AttachmentPage>) => known !== undefined && known.pages[0]?.head !== head;
  const query = useInfiniteQuery({
    queryKey: attachmentsKey(id),
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }): Promise<AttachmentPage> => ({
      head,
      messages: await askPage(id, pageParam, signal),
    }),
    getNextPageParam: ({ messages }) => (messages.length < pageSize ? null : (messages.at(-1)?.seq ?? null)),
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: (asked) => lagsBehind(asked.state.data) && askedUntilAnswered(asked),
  });
  const { data, isFetching, isRefetchError, refetch } = query;

  // Not while it fetches: what is on its way would be dropped, again and again where much is said.
  const asksAgain = lagsBehind(data) && !isFetching && !isRefetchError;
  useEffect(() => {
    if (asksAgain) void refetch();
  }, [asksAgain, refetch]);

  return {
    messages: data?.pages.flatMap(({ messages }) => messages) ?? [],
    state: data !== undefined ? ('ready' as const) : hasFailed(query) ? ('failed' as const) : ('loading' as const),
    more: moreOf(query),
    retry: () => refetch(),
  };
}
