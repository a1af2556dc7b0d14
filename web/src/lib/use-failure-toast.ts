import { useEffect, useState } from 'react';
import { type Asked, hasFailed } from './has-failed.ts';
import { toast } from './toast.ts';

/** Whether something failed to load, and when it last did, in ms since 1970. */
interface Failure {
  readonly isError: boolean;
  readonly errorUpdatedAt: number;
}

/**
 * Says once that something could not be loaded. A failure from before this part of the page was mounted has been reported
 * already, and is being retried.
 */
export function useFailureToast(query: Failure | (Failure & Asked), text: string): void {
  const [since] = useState(Date.now);
  const failed = (query.isError || ('data' in query && hasFailed(query))) && query.errorUpdatedAt >= since;
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}
