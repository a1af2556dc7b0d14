import type { FetchStatus } from '@tanstack/react-query';

/** What is known of a query. */
export interface Asked {
  readonly data: unknown;
  /** The data is that of an earlier query. */
  readonly isPlaceholderData: boolean;
  readonly errorUpdateCount: number;
  readonly isFetchedAfterMount: boolean;
  readonly fetchStatus: FetchStatus;
}

/**
 * Whether there is nothing to show because a query has failed. It still counts as failed during a retry, so that the page
 * does not flicker and the focus is not lost; but not for a part of the page that has only now asked: there it is loading.
 */
export const hasFailed = (query: Asked): boolean =>
  isUnanswered(query) && query.errorUpdateCount > 0 && (query.isFetchedAfterMount || query.fetchStatus === 'idle');

/** Whether there is nothing to show until the network is back: the data of an earlier query would be taken for an answer. */
export const waitsForNetwork = (query: Asked): boolean => isUnanswered(query) && query.fetchStatus === 'paused';

const isUnanswered = ({ data, isPlaceholderData }: Asked) => data === undefined || isPlaceholderData;
