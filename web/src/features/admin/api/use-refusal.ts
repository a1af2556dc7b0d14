import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { meQuery } from '../../../lib/me.ts';

/** A refusal may mean that this person is no longer an admin: check that at once. */
export function useRefusal(error: Error | null) {
  const queries = useQueryClient();
  useEffect(() => {
    if (wasRefused(error, 403)) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  }, [error, queries]);
}
