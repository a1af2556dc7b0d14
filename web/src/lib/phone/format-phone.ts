const local = 10;

/** Writes a number as its own country does, '+' and digits in; undefined when it is none of any country. */
export type InternationalFormat = (number: string) => string | undefined;

/**
 * True for what is no US number: written with another country's '+', or longer than one is with its country. How it is
 * written then, the rules of all countries say.
 */
export function isForeign(value: string): boolean {
  const digits = value.replace(/\D/g, '');
  return value.trim().startsWith('+') ? !digits.startsWith('1') && digits.length > 3 : digits.length > local + 1;
}

/**
 * '(415) 555-0123', with what stands before the last ten digits as the country: '+1 (415) 555-0123'. Numbers of other
 * countries in their international style, '+49 1512 3456789'; as they are while the rules are not there yet.
 */
export function formatPhone(value: string, international: InternationalFormat | undefined): string {
  if (!isForeign(value)) return inUsStyle(value);
  if (international === undefined) return value;
  return international(`+${value.replace(/\D/g, '')}`) ?? inUsStyle(value);
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
