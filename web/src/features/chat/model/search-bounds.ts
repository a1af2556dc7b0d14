import { startOfDay } from '../../../lib/date-fields.ts';

/** The limits of a search as the fields hold them: days of the reader's calendar, the last one included. */
export interface Days {
  readonly since: string;
  readonly until: string;
}

/** The same limits as instants: `from` inclusive, `to` exclusive. An invalid day sets no limit. */
export function instantsOf({ since, until }: Days): { from?: string; to?: string } {
  const from = startOfDay(since);
  const to = startOfDay(until, 1);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
