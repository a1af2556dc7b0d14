import type { Role } from '@koinonia/contracts/identity.ts';
import type { IssuedIdentity } from '@koinonia/contracts/identity-internal.ts';
import { accountDeactivated } from '@koinonia/kit/errors.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase, PersonRow } from '../database/schema.ts';
import { acceptInvitation } from '../invitations/accept.ts';
import { announce } from './announce.ts';
import { isNamedAdmin, newPerson } from './new-person.ts';
import { insertPerson, lockAdmins, selectPeopleByIssued, selectPerson, updateEmail, updatePerson } from './queries.ts';

/**
 * The person of a verified ID token; an unknown person is created. When several calls for a new person arrive together, the
 * unique key lets one of them insert the row, and the others find it.
 */
export async function resolvePerson(context: IdentityContext, issued: IssuedIdentity): Promise<PersonRow> {
  const [known] = await selectPeopleByIssued(context.db, [issued]);
  if (known) return withCurrentEmail(context, known, issued);

  const made = await context.db.transaction().execute(async (trx) => {
    const person = await insertPerson(trx, newPerson(issued, context.adminEmails));
    const invited = person && (await acceptInvitation(trx, person));
    // After the invitation, as an admin who withdraws it: the log is locked last.
    if (person?.role === 'admin') await recordNamedAdmin(trx, person.id, null);
    return invited;
  });
  if (made) {
    await context.joinInvitedGroups();
    await context.bus.publish('usersChanged', {});
    context.offerPicture(made, issued);
    return made;
  }
  const [madeByAnother] = await selectPeopleByIssued(context.db, [issued]);
  if (!madeByAnother) throw new Error('a person is neither new nor known');
  return madeByAnother;
}

/** The same for many people, who usually all exist; then it takes one query. */
export async function resolvePeople(context: IdentityContext, issued: readonly IssuedIdentity[]): Promise<PersonRow[]> {
  const keyOf = (one: { issuer: string; subject: string }) => JSON.stringify([one.issuer, one.subject]);
  const rows = await selectPeopleByIssued(context.db, issued);
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return Promise.all(
    issued.map(async (one) => {
      const person = known.get(keyOf(one));
      return person?.email === one.email ? person : resolvePerson(context, one);
    }),
  );
}

async function withCurrentEmail({ db, bus }: IdentityContext, person: PersonRow, issued: IssuedIdentity) {
  if (person.email === issued.email) return person;
  const updated = await updateEmail(db, person.id, issued);
  if (!updated) return person;
  await bus.publish('usersChanged', {});
  return updated;
}

/**
 * The person who has just signed in. ADMIN_EMAILS makes an admin here, and not at each call with a token: a person demoted
 * by another admin stays a member until their next sign-in. Throws `account_deactivated`.
 */
export async function personSigningIn(context: IdentityContext, issued: IssuedIdentity): Promise<PersonRow> {
  const person = await resolvePerson(context, issued);
  if (!person.active) throw accountDeactivated();
  context.offerPicture(person, issued);
  if (person.role === 'admin' || !isNamedAdmin(issued.email, context.adminEmails)) return person;
  const admin = await context.db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    const before = await selectPerson(trx, person.id);
    if (before?.role === 'admin') return before;
    const updated = await updatePerson(trx, person.id, { role: 'admin' });
    await recordNamedAdmin(trx, person.id, { role: before?.role ?? person.role });
    return updated;
  });
  await announce(context, [admin]);
  return admin;
}

/** ADMIN_EMAILS made an admin: no person acted. */
const recordNamedAdmin = (trx: IdentityDatabase, uid: string, before: { role: Role } | null) =>
  record(trx, null, { act: 'person.role', target: { kind: 'person', id: uid }, before, after: { role: 'admin' } });
