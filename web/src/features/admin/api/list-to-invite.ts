import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useKeptInput } from '../../../lib/use-kept-input.ts';

const listQuery = queryOptions<string>({ queryKey: ['list to invite'], queryFn: skipToken });

/** Whether a list of people to invite is begun and not sent yet. */
export function useIsListBegun(): boolean {
  const { data = false } = useQuery({ ...listQuery, select: (csv) => csv !== '' });
  return data;
}

/** It stays while an admin looks at another page, such as for the name of a group. */
export const useListToInvite = () => useKeptInput(listQuery.queryKey, '');
