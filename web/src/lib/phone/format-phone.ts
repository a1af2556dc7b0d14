import { plainNumber } from '@koinonia/contracts/phone-digits.ts';

const local = 10;

/** Formats a number ('+' and digits) in the style of its country; undefined when it is valid in no country. */
export type InternationalFormat = (number: string) => string | undefined;

/**
 * True for a number that is not from the US: it has another country's '+', or is longer than a US number with its
 * country code. The rules of all countries say how to format it.
 */
export function isForeign(typed: string): boolean {
  const value = plainNumber(typed);
  const digits = value.replace(/\D/g, '');
  return value.startsWith('+') ? !digits.startsWith('1') && digits.length > 3 : digits.length > local + 1;
}

/**
 * '(415) 555-0123'; digits before the last ten are the country code: '+1 (415) 555-0123'. Numbers of other countries in
 * their international style, '+49 1512 3456789'; as they were typed while the rules are still loading.
 */
export function formatPhone(typed: string, international: InternationalFormat | undefined): string {
  const value = plainNumber(typed);
  if (/^\+\d{0,3}$/.test(value)) return value;
  if (!isForeign(value)) return inUsStyle(value);
  if (international === undefined) return value;
  const digits = abroad(value);
  const inItsStyle = digits.startsWith('1') ? undefined : international(`+${digits}`);
  // In US style, a short number would lose its '+'.
  return inItsStyle ?? (digits.length > local ? inUsStyle(digits) : value);
}

/** The digits of a number of another country, without the 00 or 011 that some dial instead of the '+'. */
function abroad(value: string): string {
  const digits = value.replace(/\D/g, '');
  return value.startsWith('+') ? digits : digits.replace(/^(00|011)/, '');
}

function inUsStyle(value: string): string {
  const digits = value.replace(/\D/g, '');
  const country = digits.slice(0, -local);
  const number = digits.slice(-local);
  if (digits.length <= 3) return digits;
  const area = number.slice(0, 3);
  const rest = number.length > 6 ? `${number.slice(3, 6)}-${number.slice(6)}` : number.slice(3);
  return `${country === '' ? '' : `+${country} `}(${area}) ${rest}`;
}
