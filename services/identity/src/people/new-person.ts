import { isVisible, maxNameLength, tidyName } from '@koinonia/contracts/common.ts';
import type { IssuedIdentity } from '@koinonia/contracts/identity-internal.ts';
import { isOfDomain } from '@koinonia/kit/auth/of-domain.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';

/** The first data of a person who is new to the product. */
export function newPerson(issued: IssuedIdentity, adminEmails: readonly string[]) {
  return {
    id: newId(),
    issuer: issued.issuer,
    subject: issued.subject,
    email: issued.email,
    email_issued_at: issued.issuedAt ?? null,
    display_name: firstDisplayName(issued),
    role: isNamedAdmin(issued.email, adminEmails) ? ('admin' as const) : ('member' as const),
  };
}

export const isNamedAdmin = (email: string, adminEmails: readonly string[]) =>
  adminEmails.includes(email.toLowerCase());

/** A slip in ADMIN_EMAILS would leave a new base without an admin, and nobody would know why. */
export function warnOfStrangers(at: { adminEmails: readonly string[]; domain: string }, log: Logger): void {
  if (at.adminEmails.every((email) => isOfDomain(email, at.domain))) return;
  log.warn('ADMIN_EMAILS names somebody outside ALLOWED_DOMAIN, who cannot sign in');
}

function firstDisplayName({ name, email }: IssuedIdentity): string {
  const given = tidyName(storable(name));
  const chosen = isVisible(given) ? given : email.slice(0, email.lastIndexOf('@'));
  return [...chosen].slice(0, maxNameLength).join('');
}

/** The issuer allows names that PostgreSQL refuses: with a NUL or half of a surrogate pair. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();
