import type { BodyOf } from '@koinonia/contracts/call.ts';
import { type changePerson, isActiveAdmin, type Person } from '@koinonia/contracts/identity.ts';
import { conflict, forbidden, invalid, notFound } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { adminCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase, PersonRow } from '../database/schema.ts';
import type { Groups } from '../groups.ts';
import { withdrawAdminInvitationsBy } from '../invitations/withdraw-with-inviter.ts';
import { endSessionsOf } from '../sessions/queries.ts';
import { announce } from './announce.ts';
import { presentToAdmin } from './present.ts';
import { countActiveAdmins, lockAdmins, selectPresentPerson, updatePerson } from './queries.ts';
import { texts } from '../texts.ts';

type Change = BodyOf<typeof changePerson>;

/** An admin changes another person's role or access, or any person's groups: all of it or nothing. */
export async function changePersonAs(
  context: IdentityContext,
  actor: Actor,
  uid: string,
  change: Change,
): Promise<Person> {
  await adminCalling(context.db, actor);
  refuseWhatNobodyMay(actor, uid, change);
  if (!isOwnId(uid)) throw notFound('person');
  // Asked before anything is held: while the groups service hangs, waiting changes must not take everyone's connections.
  const groupsBefore = await context.groups.namesOfOne(uid);
  const { person, groups, endedSessions } = await context.db.transaction().execute(async (trx) => {
    const changed = await changeInTransaction(trx, actor, uid, change);
    // Last: if this call fails, everything else is rolled back. Only the commit can fail after it, and the groups service
    // records its own changes.
    return { ...changed, groups: (await changeGroups(context.groups, actor, uid, change)) ?? groupsBefore };
  });
  if (change.active === false) {
    await context.bus.publish('accessEnded', { sessions: endedSessions, people: [uid] });
  }
  // Read anew: they may have changed while this change waited for another one.
  const groupsNow = asksFor(change) ? (await announce(context, [person]))?.get(uid) : undefined;
  return presentToAdmin(person, groupsNow ?? groups);
}

/** Returns the names of the groups that the person has then; null when this changes none. */
async function changeGroups(groups: Groups, actor: Actor, uid: string, change: Change): Promise<string[] | null> {
  const { addToGroups: add = [], removeFromGroups: remove = [] } = change;
  if (change.groups) return groups.setOf(uid, change.groups, actor);
  if (add.length > 0 || remove.length > 0) return groups.adjustOf(uid, { add, remove }, actor);
  return null;
}

function refuseWhatNobodyMay(actor: Actor, uid: string, change: Change): void {
  if (change.groups && (change.addToGroups || change.removeFromGroups)) {
    throw invalid(texts.groupsTwice);
  }
  const { addToGroups = [], removeFromGroups = [] } = change;
  if (addToGroups.some((id) => removeFromGroups.includes(id))) throw invalid(texts.addedAndRemoved);
  if (uid !== actor.uid) return;
  if (change.role !== undefined) throw forbidden(texts.ownRole);
  if (change.active !== undefined) throw forbidden(texts.ownDeactivation);
}

const asksFor = ({ role, active }: Change) => role !== undefined || active !== undefined;

async function changeInTransaction(trx: IdentityDatabase, actor: Actor, uid: string, change: Change) {
  await lockAdmins(trx);
  const before = await selectPresentPerson(trx, uid);
  if (!before) throw notFound('person');
  const after = { ...before, role: change.role ?? before.role, active: change.active ?? before.active };
  await requireAnAdminLeft(trx, before, after);
  // Checked again under the lock: another admin may just have demoted this one.
  await adminCalling(trx, actor);
  if (!asksFor(change)) return { person: before, endedSessions: [] };
  const person = await updatePerson(trx, uid, { role: change.role, active: change.active });
  const endedSessions = person.active ? [] : await endSessionsOf(trx, uid);
  // Before the line about the person, and after every other row: the log is locked last.
  if (!isActiveAdmin(person)) await withdrawAdminInvitationsBy(trx, actor, uid);
  await recordDifference(trx, actor, before, person);
  return { person, endedSessions };
}

/** Throws `conflict` when this would remove the last admin. Must be called with the admins locked. */
export async function requireAnAdminLeft(trx: IdentityDatabase, before: Standing, after: Standing): Promise<void> {
  if (isActiveAdmin(before) && !isActiveAdmin(after) && (await countActiveAdmins(trx)) === 1) {
    throw conflict(texts.lastAdmin);
  }
}

type Standing = Pick<PersonRow, 'role' | 'active'>;

async function recordDifference(trx: IdentityDatabase, actor: Actor, before: PersonRow, after: PersonRow) {
  const target = { kind: 'person' as const, id: after.id };
  if (before.role !== after.role) {
    const states = { before: { role: before.role }, after: { role: after.role } };
    await record(trx, actor, { act: 'person.role', target, ...states });
  }
  if (before.active !== after.active) {
    const states = { before: { active: before.active }, after: { active: after.active } };
    await record(trx, actor, { act: 'person.active', target, ...states });
  }
}
