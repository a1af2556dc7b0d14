import { startOfDay } from '../../../lib/days.ts';

/** The bounds of a search as the fields have them: days are the reader's own, and the last one is within. */
export interface Days {
  readonly since: string;
  readonly until: string;
}

/** The instants from which on and before which it was said. What is no day is no bound. */
export function instantsOf({ since, until }: Days): { from?: string; to?: string } {
  const from = startOfDay(since);
  const to = startOfDay(until, 1);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
