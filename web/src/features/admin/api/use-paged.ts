import { hashKey, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { hasFailed, waitsForNetwork } from '../../../lib/has-failed.ts';
import { pageThere } from '../model/paging.ts';

/**
 * A list in pages. `queryOf` gives the query for a page; instead of a page that no longer exists, the last one is shown.
 * `page` is the one whose entries are there: the wanted one may still be on its way, or wait for the network. Only if it
 * has failed, nothing is there, and the way back is from it. `waits`: so is nothing of another search or filter, until the
 * network is back.
 */
export function usePaged<Page extends { readonly total: number }, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, Key>,
) {
  const asked = hashKey(queryOf(0).queryKey);
  const [wanted, setPage] = useState(0);
  const [shown, setShown] = useState({ page: 0, asked });
  const query = useQuery(queryOf(wanted));
  const waits = waitsForNetwork(query) && (query.data === undefined || shown.asked !== asked);
  const total = waits ? 0 : (query.data?.total ?? 0);
  if (query.isSuccess && !query.isPlaceholderData) {
    const there = pageThere(wanted, total);
    if (there !== wanted) setPage(there);
    else if (shown.page !== wanted || shown.asked !== asked) setShown({ page: wanted, asked });
  }
  return { query, total, waits, page: waits || hasFailed(query) ? wanted : shown.page, setPage };
}
