interface Asked {
  readonly data: unknown;
  readonly errorUpdateCount: number;
}

/**
 * Whether there is nothing to show because a query has failed. It still counts as failed during a retry, so that the page
 * does not flicker and the focus is not lost.
 */
export const hasFailed = ({ data, errorUpdateCount }: Asked): boolean => data === undefined && errorUpdateCount > 0;
