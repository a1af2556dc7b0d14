import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { pageThere } from '../model/paging.ts';

/** A list in pages. `queryOf` gives the query for a page; instead of a page that no longer exists, the last one is shown. */
export function usePaged<Page extends { readonly total: number }, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, Key>,
) {
  const [wanted, setPage] = useState(0);
  const query = useQuery(queryOf(wanted));
  const total = query.data?.total ?? 0;
  const page = query.isSuccess && !query.isPlaceholderData ? pageThere(wanted, total) : wanted;
  if (page !== wanted) setPage(page);
  return { query, total, page, setPage };
}
