import { english } from '../../../lib/format.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];

/** The server's time may be up to five minutes old, so somebody may still be active after that. */
const stillThere = 6 * minute;

export const isActive = (instant: string, now: number) => now - Date.parse(instant) < stillThere;

/** The time since then, in words: '1 day ago', '3 hours ago'. Not 'yesterday', which is not always a day ago. */
export function ago(instant: string, now: number): string {
  const past = Math.max(now - Date.parse(instant), minute);
  const [unit, length] = steps.find(([, size]) => past >= size) ?? ['minute', minute];
  return new Intl.RelativeTimeFormat(english).format(-Math.floor(past / length), unit);
}
