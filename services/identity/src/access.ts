import { accountDeactivated, forbidden, unauthenticated } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { IdentityDatabase, PersonRow } from './database/schema.ts';
import { lockAdmins, selectPerson } from './people/queries.ts';

/** The caller as stored in the database now, not as an older token described them. */
export async function personCalling(db: IdentityDatabase, caller: PersonCaller): Promise<PersonRow> {
  const person = await selectPerson(db, caller.uid);
  if (!person) throw unauthenticated('the caller is not known');
  if (!person.active) throw accountDeactivated();
  return person;
}

/** As `personCalling`, for calls that only admins may make. */
export async function adminCalling(db: IdentityDatabase, caller: PersonCaller): Promise<PersonRow> {
  const person = await personCalling(db, caller);
  if (person.role !== 'admin') throw forbidden();
  return person;
}

/**
 * An act of an admin, in one transaction: until it ends, nobody can take the role from them. Throws `forbidden` if somebody
 * just has.
 */
export async function actAsAdmin<T>(
  db: IdentityDatabase,
  caller: PersonCaller,
  act: (trx: IdentityDatabase) => Promise<T>,
): Promise<T> {
  // First without the lock, for which somebody who is not an admin need not wait.
  await adminCalling(db, caller);
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    await adminCalling(trx, caller);
    return act(trx);
  });
}
