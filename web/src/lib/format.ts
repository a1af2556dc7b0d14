const day = 86_400_000;

/** The calendar day as a number, by the reader's own clock. Safe across changes of summer time. */
function dayNumber(date: Date) {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / day);
}

/**
 * The reader's own kind of English, so that dates fit the words around them: it decides the order of day and month.
 * Drops what may follow language and region, so that `Intl` always accepts the tag.
 */
export function englishOf(languages: readonly string[]): string {
  const tags = languages.map((language) => /^en(-([a-z]{2}|\d{3}))?(?![^-])/i.exec(language)?.[0]);
  return tags.find((tag) => tag !== undefined) ?? 'en-US';
}

export const english = englishOf(navigator.languages);

export interface FormatOptions {
  readonly locale?: string;
  readonly now?: Date;
}

const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
// Not `hour12`, which gives 0:05 after midnight in Japan, nor `timeStyle`, which gives 03:05 in Britain.
const time = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;

const kinds = {
  weekday: { weekday: 'long' },
  day: { day: 'numeric', month: 'short' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  date,
  fullDay: { dateStyle: 'full' },
  time,
  moment: { ...date, ...time },
  exact: { weekday: 'long', ...date, ...time },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes longer than drawing a message, and each message shows several times. */
function formatOf(kind: keyof typeof kinds, locale = english): Intl.DateTimeFormat {
  const name = `${kind} ${locale}`;
  let format = formats.get(name);
  // Otherwise it would stay in the time zone in which it was created, but a phone travels.
  const options = { ...kinds[kind], timeZone: 'UTC' };
  if (format === undefined) formats.set(name, (format = new Intl.DateTimeFormat(locale, options)));
  return format;
}

/** What a formatter of UTC shows as this instant is by the clock of the reader, in the zone where the device is now. */
function onTheClock(instant: string): number {
  const date = new Date(instant);
  return date.getTime() - date.getTimezoneOffset() * 60_000;
}

/** A number in the style of the English text around it: '1,234', whatever the browser's language. */
export const formatCount = (count: number): string => count.toLocaleString(english);

/** A number for a badge, which has little room. */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** 'AM' and 'PM' everywhere, where parts of the world write 'am' or 'a.m.'. */
const inCapitals = (parts: readonly Intl.DateTimeFormatPart[]) =>
  parts.map(({ type, value }) => (type === 'dayPeriod' ? value.replaceAll('.', '').toUpperCase() : value)).join('');

/** 'Today', 'Yesterday', a weekday within seven days, else a short date, with the year if it is not this year. */
export function formatDay(instant: string, { locale, now = new Date() }: FormatOptions = {}): string {
  const date = new Date(instant);
  const ago = dayNumber(now) - dayNumber(date);
  if (ago === 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  if (ago > 1 && ago < 7) return formatOf('weekday', locale).format(onTheClock(instant));
  const sameYear = date.getFullYear() === now.getFullYear();
  return formatOf(sameYear ? 'day' : 'dayOfYear', locale).format(onTheClock(instant));
}

/** A day within a sentence, where 'Today' would not fit: '21 November 2026'. */
export const formatDate = (instant: string, { locale }: FormatOptions = {}): string =>
  formatOf('date', locale).format(onTheClock(instant));

/** '3:05 PM'. */
export function formatTime(instant: string, { locale }: FormatOptions = {}): string {
  return inCapitals(formatOf('time', locale).formatToParts(onTheClock(instant)));
}

/** Day and time together, in full. */
export function formatExact(instant: string, { locale }: FormatOptions = {}): string {
  return inCapitals(formatOf('exact', locale).formatToParts(onTheClock(instant)));
}

/** Day and time within a sentence: '21 November 2026 at 9:30 AM'. */
export const formatMoment = (instant: string, { locale }: FormatOptions = {}): string =>
  inCapitals(formatOf('moment', locale).formatToParts(onTheClock(instant)));

/** A day on a line by itself, with its year: 'Saturday, 21 November 2026'. */
export const formatFullDay = (instant: string): string => formatOf('fullDay').format(onTheClock(instant));

/** A period: '21 November 2026, 9:30 – 10:15 AM'. */
export const formatSpan = (from: string, to: string, { locale }: FormatOptions = {}): string =>
  inCapitals(formatOf('moment', locale).formatRangeToParts(onTheClock(from), onTheClock(to)));

/** The time if it is today, else the day: short enough for a list. */
export function formatRecent(instant: string, options: FormatOptions = {}): string {
  const label = formatDay(instant, options);
  return label === 'Today' ? formatTime(instant, options) : label;
}

/** True when two instants lie on different days for the reader. */
export const isOtherDay = (a: string, b: string) => dayNumber(new Date(a)) !== dayNumber(new Date(b));

/** Milliseconds between two instants, never negative. */
export const distance = (a: string, b: string) => Math.abs(Date.parse(b) - Date.parse(a));

/** The first letters of the first and the last name; a dot where there is no name. */
export function initialsOf(name: string): string {
  const firsts = name.split(/[\s@._-]+/).flatMap((word) => /\p{L}|\p{N}/u.exec(word) ?? []);
  const letters = firsts.length > 1 ? [firsts[0], firsts.at(-1)] : [firsts[0]];
  return letters.map((letter) => (letter ?? '·').toLocaleUpperCase()).join('');
}

/** A name within a sentence: a right-to-left name must not turn the words around it. */
export const isolated = (name: string) => `\u2068${name}\u2069`;
