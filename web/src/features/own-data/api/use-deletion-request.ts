import {
  getDeletionRequest,
  requestDeletion,
  withdrawDeletionRequest,
  type DeletionRequest,
} from '@koinonia/contracts/own-data.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';

const deletionQuery = queryOptions<DeletionRequest>({
  queryKey: ['deletion-request'],
  queryFn: () => request(getDeletionRequest),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

const noRequest: DeletionRequest = { requestedAt: null, declinedAt: null };

export const useDeletionRequest = () => useQuery(deletionQuery);

/** Asks for deletion, or withdraws the request. */
export function useChangeDeletionRequest(onDone: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(wanted: boolean): Promise<DeletionRequest> {
      if (wanted) return request(requestDeletion);
      await request(withdrawDeletionRequest);
      // An admin may have declined it a moment before: then nothing was withdrawn. If nobody can tell, it was.
      return request(getDeletionRequest).catch(() => noRequest);
    },
    networkMode: 'always',
    async onSuccess(answer, wanted) {
      // An answer on its way is older than the change.
      await queries.cancelQueries({ queryKey: deletionQuery.queryKey });
      queries.setQueryData(deletionQuery.queryKey, answer);
      if (wanted) toast.success(texts.asked);
      else if (answer.declinedAt === null) toast.success(texts.withdrawn);
      onDone();
    },
    onError: (_error, wanted) => toast.error(wanted ? texts.askFailed : texts.withdrawFailed),
  });
}
