import { useEffect, useState } from 'react';
import { hasFailed } from './has-failed.ts';
import { toast } from './toast.ts';

/** A query, or whether something has failed to load, and when it last did, in ms since 1970. */
interface Failure {
  readonly isError: boolean;
  readonly errorUpdatedAt: number;
  readonly data?: unknown;
  readonly errorUpdateCount?: number;
}

/**
 * Tells once that something could not be loaded. What failed before this part of the page was there has been told, and is
 * being asked for again.
 */
export function useFailureToast(query: Failure, text: string): void {
  const { isError, errorUpdatedAt, data, errorUpdateCount = 0 } = query;
  const [since] = useState(Date.now);
  const failed = (isError || hasFailed({ data, errorUpdateCount })) && errorUpdatedAt >= since;
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}
