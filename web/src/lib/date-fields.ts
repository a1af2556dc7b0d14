const pattern = /^\d{4}-\d{2}-\d{2}$/;

/** True for a day as date fields give it, even if its year is still being typed, such as 0002. */
export const isDay = (text: string): boolean => pattern.test(text) && !Number.isNaN(Date.parse(text));

/**
 * The instant at which a day (`2026-11-21`, as in date fields) begins by the reader's own calendar; `later` adds that
 * many days. Undefined for an invalid day.
 */
export function startOfDay(day: string, later = 0): string | undefined {
  if (!isDay(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // While somebody still types the year, it may be below 100, which `Date` reads as a year of the last century.
  return year < 1000 ? undefined : new Date(year, month - 1, date + later).toISOString();
}
