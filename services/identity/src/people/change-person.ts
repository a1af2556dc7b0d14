import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { changePerson, Person } from '@koinonia/contracts/identity.ts';
import { conflict, forbidden, invalid, notFound } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/caller-statement.ts';
import { adminCalling } from '../access.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase, PersonRow } from '../database/schema.ts';
import { endSessionsOf } from '../sessions/queries.ts';
import { announceChange } from './announce.ts';
import { presentToAdmin } from './present.ts';
import { countActiveAdmins, lockAdmins, selectPerson, updatePerson } from './queries.ts';
import { groupsOf } from './service.ts';

type Change = BodyOf<typeof changePerson>;

/** An admin changes somebody else's role, or lets them in or out. */
export async function changePersonAs(
  context: IdentityContext,
  caller: PersonCaller,
  uid: string,
  change: Change,
): Promise<Person> {
  await adminCalling(context.db, caller);
  refuseWhatNobodyMay(caller, uid, change);
  const before = await selectPerson(context.db, uid);
  if (!before) throw notFound('This person');
  // Asked first, so that a 503 means that nothing has changed.
  const groups = await groupsOf(context, uid);
  if (change.role === undefined && change.active === undefined) return presentToAdmin(before, groups);

  const { person, endedSessions } = await context.db
    .transaction()
    .execute((trx) => changeInTransaction(trx, caller, uid, change));
  if (change.active === false) {
    await context.bus.publish('accessEnded', { sessions: endedSessions, people: [uid] });
  }
  await announceChange(context, person, groups);
  return presentToAdmin(person, groups);
}

function refuseWhatNobodyMay(caller: PersonCaller, uid: string, change: Change): void {
  if (change.groups !== undefined) throw invalid('The groups of a person cannot be changed yet.');
  if (uid !== caller.uid) return;
  if (change.role !== undefined) throw forbidden('You cannot change your own role.');
  if (change.active !== undefined) throw forbidden('You cannot deactivate yourself.');
}

async function changeInTransaction(trx: IdentityDatabase, caller: PersonCaller, uid: string, change: Change) {
  await lockAdmins(trx);
  const before = await selectPerson(trx, uid);
  if (!before) throw notFound('This person');
  const after = { ...before, role: change.role ?? before.role, active: change.active ?? before.active };
  if (isActiveAdmin(before) && !isActiveAdmin(after) && (await countActiveAdmins(trx)) === 1) {
    throw conflict('At least one active admin must remain.');
  }
  // Once more, now that nobody else can change it: another admin may just have demoted this one.
  await adminCalling(trx, caller);
  const person = await updatePerson(trx, uid, { role: change.role, active: change.active });
  const endedSessions = person.active ? [] : await endSessionsOf(trx, uid);
  return { person, endedSessions };
}

const isActiveAdmin = ({ role, active }: Pick<PersonRow, 'role' | 'active'>) => role === 'admin' && active;
