import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { useDirectory, usePeople } from '../../../lib/people.ts';
import { isTold } from '../../../lib/query-client.ts';
import { chatListQuery } from '../sync/chat-list-query.ts';

/** This person's chats, with the names of the people in them. */
export function useChats() {
  const query = useQuery(chatListQuery);
  const { data, isError, error, errorUpdatedAt, refetch } = query;
  const people = usePeople();
  const uids = useMemo(() => new Set(data?.flatMap((chat) => chat.users)), [data]);
  const directory = useDirectory(uids);
  const failed = hasFailed(query);

  return {
    chats: data ?? [],
    directory,
    /** Nothing to show yet. */
    pending: !failed && (data === undefined || people.isPending),
    failed,
    /** Worth an error message. If the server is only unreachable, the cached list stays, with a note. */
    refusal: { isError: failed || (isError && error instanceof ApiError), errorUpdatedAt },
    /** The list comes from the server: a chat that is not in it does not exist. */
    complete: isTold(query),
    retry: () => refetch(),
  };
}
