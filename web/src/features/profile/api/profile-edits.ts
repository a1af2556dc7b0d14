import type { Me } from '@koinonia/contracts/identity.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useKeptInput } from '../../../lib/use-kept-input.ts';

/** The fields of the profile that are edited and not saved yet. */
export type Edits = Partial<Pick<Me, 'displayName' | 'phone' | 'theme'>>;

const unedited: Edits = {};

const editsQuery = queryOptions<Edits>({ queryKey: ['profile edits'], queryFn: skipToken });

/** Whether anything is edited and not saved yet. */
export function useIsProfileEdited(): boolean {
  const { data = false } = useQuery({ ...editsQuery, select: (edits) => Object.keys(edits).length > 0 });
  return data;
}

/** They stay while somebody looks at another page. */
export const useProfileEdits = () => useKeptInput(editsQuery.queryKey, unedited);
