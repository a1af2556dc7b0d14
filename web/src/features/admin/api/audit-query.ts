import { listAudit, verifyAudit, type AuditFilter } from '@koinonia/contracts/audit.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { pageSize } from '../model/paging.ts';

export const auditKey = ['admin', 'audit'] as const;

/** The log in pages, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, filter] as const,
    queryFn: ({ pageParam }) => request(listAudit, { query: { ...filter, limit: pageSize, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries }, pages) => {
      // Counted with the first page: lines that were added since are newer.
      const total = pages[0]?.total ?? 0;
      const isWhole = entries.length < pageSize || pages.length * pageSize >= total;
      return isWhole ? undefined : entries.at(-1)?.seq;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 300_000,
  });

/** Whether the log is complete. The server reads all of it for that, so ask only when the page opens and on demand. */
export const auditStateQuery = queryOptions({
  queryKey: ['audit-state'],
  queryFn: () => request(verifyAudit),
  staleTime: 0,
});
