const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** In Unicode, the digits of each script are contiguous, beginning with zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

/** A phone number with ASCII digits instead of the keyboard's own, and without the marks that address books copy along. */
export const plainNumber = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .trim();
