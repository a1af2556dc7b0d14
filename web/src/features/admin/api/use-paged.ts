import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { hasFailed } from '../../../lib/has-failed.ts';
import { pageThere } from '../model/paging.ts';

/**
 * A list in pages. `queryOf` gives the query for a page; instead of a page that no longer exists, the last one is shown.
 * `page` is the one whose entries are there: the wanted one may still be on its way, or wait for the network. Only if it
 * has failed, nothing is there, and the way back is from it.
 */
export function usePaged<Page extends { readonly total: number }, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, Key>,
) {
  const [wanted, setPage] = useState(0);
  const [page, setShown] = useState(0);
  const query = useQuery(queryOf(wanted));
  const total = query.data?.total ?? 0;
  if (query.isSuccess && !query.isPlaceholderData) {
    const there = pageThere(wanted, total);
    if (there !== wanted) setPage(there);
    else if (page !== wanted) setShown(wanted);
  }
  return { query, total, page: hasFailed(query) ? wanted : page, setPage };
}
