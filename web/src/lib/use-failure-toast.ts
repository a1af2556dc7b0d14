import { useEffect, useState } from 'react';
import { toast } from './toast.ts';

/** When something last failed to load, in ms since 1970, and whether it has not been loaded since. */
interface Failure {
  readonly isError: boolean;
  readonly errorUpdatedAt: number;
}

/**
 * Tells once that something could not be loaded. What failed before this part of the page was there has been told, and is
 * being asked for again.
 */
export function useFailureToast({ isError, errorUpdatedAt }: Failure, text: string): void {
  const [since] = useState(Date.now);
  const failed = isError && errorUpdatedAt >= since;
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}
