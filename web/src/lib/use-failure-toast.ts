import { useEffect, useState } from 'react';
import { hasFailed } from './has-failed.ts';
import { toast } from './toast.ts';

/** A query, or whether something failed to load and when it last did, in ms since 1970. */
interface Failure {
  readonly isError: boolean;
  readonly errorUpdatedAt: number;
  readonly data?: unknown;
  readonly errorUpdateCount?: number;
}

/**
 * Says once that something could not be loaded. A failure from before this part of the page was mounted has been reported
 * already, and is being retried.
 */
export function useFailureToast(query: Failure, text: string): void {
  const { isError, errorUpdatedAt, data, errorUpdateCount = 0 } = query;
  const [since] = useState(Date.now);
  const failed = (isError || hasFailed({ data, errorUpdateCount })) && errorUpdatedAt >= since;
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}
