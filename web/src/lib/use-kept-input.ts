import { type DataTag, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * What somebody enters on a page, as it stays while they look at another one: until they leave, under this key. Not by
 * `useQuery`, which reports a change only after the event: by then React has put the old text back into the field, and the
 * cursor is at its end.
 */
export function useKeptInput<Input>(queryKey: DataTag<QueryKey, Input, Error>, none: Input) {
  const queries = useQueryClient();
  const subscribe = useCallback((listener: () => void) => queries.getQueryCache().subscribe(listener), [queries]);
  const now = () => queries.getQueryData<Input>(queryKey) ?? none;
  const change = (act: (before: Input) => Input) => void queries.setQueryData<Input>(queryKey, act(now()));
  return [useSyncExternalStore(subscribe, now), change] as const;
}
