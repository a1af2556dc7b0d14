import { listGroups, type Group } from '@koinonia/contracts/groups.ts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';

/** All groups, 'All Staff' first. */
export const groupsQuery = queryOptions<Group[]>({
  queryKey: ['admin', 'groups'],
  queryFn: () => request(listGroups),
  staleTime: 0,
});
