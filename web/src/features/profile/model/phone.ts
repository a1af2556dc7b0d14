const local = 10;

/** '(415) 555-0123', with what stands before the last ten digits as the country: '+1 (415) 555-0123'. */
export function formatPhone(value: string): string {
  const digits = value.replace(/\D/g, '');
  const country = digits.slice(0, -local);
  const number = digits.slice(-local);
  if (digits.length <= 3) return digits;
  const area = number.slice(0, 3);
  const rest = number.length > 6 ? `${number.slice(3, 6)}-${number.slice(6)}` : number.slice(3);
  return `${country === '' ? '' : `+${country} `}(${area}) ${rest}`;
}
