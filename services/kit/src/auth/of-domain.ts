/** True for an e-mail address of this domain itself, not of one below it; in capitals or small letters. */
export function isOfDomain(email: string, domain: string): boolean {
  const at = email.lastIndexOf('@');
  return at > 0 && email.slice(at + 1).toLowerCase() === domain.toLowerCase();
}
