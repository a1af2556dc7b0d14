const pattern = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The instant at which a day (`2026-11-21`, as date fields have it) begins by the reader's own calendar, or with `later`
 * the one so many days after it; undefined for what is no day.
 */
export function startOfDay(day: string, later = 0): string | undefined {
  if (!pattern.test(day) || Number.isNaN(Date.parse(day))) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Years below 100 would be taken for those of the last century while somebody still types.
  return year < 1000 ? undefined : new Date(year, month - 1, date + later).toISOString();
}
