/**
 * True for the same name of a domain, in capitals or small letters. Only the letters of ASCII have both: JavaScript also makes
 * a `k` of the sign for Kelvin.
 */
export const isSameDomain = (one: string, other: string): boolean => inSmallLetters(one) === inSmallLetters(other);

const inSmallLetters = (domain: string) => domain.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** True for an e-mail address of this domain itself, not of one below it; in capitals or small letters. */
export function isOfDomain(email: string, domain: string): boolean {
  const at = email.lastIndexOf('@');
  return at > 0 && isSameDomain(email.slice(at + 1), domain);
}
