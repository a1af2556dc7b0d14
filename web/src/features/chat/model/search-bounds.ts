/** The bounds of a search as the fields have them: days are the reader's own, and the last one is within. */
export interface Days {
  readonly since: string;
  readonly until: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The instants from which on and before which it was said. What is no day is no bound. */
export function instantsOf({ since, until }: Days): { from?: string; to?: string } {
  const from = startOf(since, 0);
  const to = startOf(until, 1);
  return { ...(from !== null && { from }), ...(to !== null && { to }) };
}

function startOf(text: string, later: number): string | null {
  if (!day.test(text)) return null;
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  // Years below 100 would be taken for those of the last century while somebody still types.
  return year < 1000 || Number.isNaN(start.getTime()) ? null : start.toISOString();
}
