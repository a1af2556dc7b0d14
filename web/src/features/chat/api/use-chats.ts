import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useDirectory, usePeople } from '../../../lib/people.ts';
import { fromCache } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';
import { chatListQuery } from './chat-list-query.ts';

/** The person's chats with the names that they are shown by. */
export function useChats() {
  const { data, isError, error, errorUpdateCount, dataUpdatedAt, refetch } = useQuery(chatListQuery);
  const people = usePeople();
  const uids = useMemo(() => [...new Set(data?.flatMap((chat) => chat.users))], [data]);
  const directory = useDirectory(uids);

  // While the server is merely away, what is kept stands, and a note says so.
  const toldOf = isError && (data === undefined || error instanceof ApiError);

  useEffect(() => {
    if (toldOf) toast.error(texts.chatsFailed);
  }, [toldOf]);

  // What has failed stays failed while it is asked for again, so that the page does not flicker.
  const failed = data === undefined && errorUpdateCount > 0;

  return {
    chats: data ?? [],
    directory,
    /** Nothing to show yet. */
    pending: !failed && (data === undefined || people.isPending),
    failed,
    /** The server has said which chats there are: one that is missing is not there. */
    complete: dataUpdatedAt > fromCache,
    retry: () => void refetch(),
  };
}
