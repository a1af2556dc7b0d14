interface Asked {
  readonly data: unknown;
  readonly errorUpdateCount: number;
}

/**
 * Whether there is nothing to show because a query has failed. It still counts as failed while it is tried again, so that the
 * page does not flicker and what has the focus stays.
 */
export const hasFailed = ({ data, errorUpdateCount }: Asked): boolean => data === undefined && errorUpdateCount > 0;
