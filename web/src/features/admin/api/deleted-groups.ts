import { listDeletedGroups, restoreGroup, type DeletedGroup } from '@koinonia/contracts/groups.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';

/** Groups that can still be restored, the latest deletion first. */
export const deletedGroupsQuery = queryOptions<DeletedGroup[]>({
  queryKey: ['admin', 'deleted-groups'],
  queryFn: () => request(listDeletedGroups),
  staleTime: 0,
});

export function useRestoreGroup({ id, name }: DeletedGroup) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request(restoreGroup, { params: { id } }),
    networkMode: 'always',
    onSuccess: () => toast.success(texts.restored(name)),
    onError: () => toast.error(texts.restoreFailed),
    // After a failure too: another admin may have restored it already.
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
