import type { reportAct } from '@koinonia/contracts/audit-internal.ts';
import type { AnswerOf, BodyOf } from '@koinonia/contracts/call.ts';
import type { checkAccess, describePeople, listChanges, lookUpPeople } from '@koinonia/contracts/identity-internal.ts';
import { selectSettledTime, settledOverlap } from '@koinonia/kit/stores/settled-time.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { announce } from '../people/announce.ts';
import { presentMe, presentToService } from '../people/present.ts';
import { selectChangedAfter, selectInactive, selectPeople, touchPeople } from '../people/queries.ts';
import { selectEnded } from '../sessions/queries.ts';

/** The sessions and people among these that have no access. Called every few seconds about everyone who is connected. */
export async function withoutAccess(
  db: IdentityDatabase,
  { sessions, people }: BodyOf<typeof checkAccess>,
): Promise<AnswerOf<typeof checkAccess>> {
  return {
    endedSessions: sessions.length > 0 ? await selectEnded(db, sessions) : [],
    inactivePeople: people.length > 0 ? await selectInactive(db, people) : [],
  };
}

export async function knownAmong(
  db: IdentityDatabase,
  uids: readonly string[],
): Promise<AnswerOf<typeof lookUpPeople>> {
  return (await selectPeople(db, uids)).map(presentToService);
}

export async function changedSince(db: IdentityDatabase, since: string | null): Promise<AnswerOf<typeof listChanges>> {
  const until = (await selectSettledTime(db)).toISOString();
  if (since === null) return { until, people: [] };
  const changed = await selectChangedAfter(db, new Date(Date.parse(since) - settledOverlap));
  return { until, people: changed.map(({ id, changed_at }) => ({ uid: id, changedAt: changed_at.toISOString() })) };
}

export async function described(
  { db, groups }: IdentityContext,
  uids: readonly string[],
): Promise<AnswerOf<typeof describePeople>> {
  const people = await selectPeople(db, uids);
  const names = await groups.namesOf(people.map(({ id }) => id));
  return people.map((person) => presentMe(person, names.get(person.id) ?? []));
}

/** Records what another service reports that it did, once, and sends the events for people whose groups it changed. */
export async function acceptReport(context: IdentityContext, { act, people }: BodyOf<typeof reportAct>) {
  await context.db.transaction().execute(async (trx) => {
    await touchPeople(trx, people);
    if (!act) return;
    const { by, address, userAgent, target, ...happened } = act;
    // Only the person's id is stored, so that no personal data stays here when they are deleted.
    const told = { ...target, name: target.kind === 'person' ? '' : target.name };
    await record(trx, { uid: by, address, userAgent }, { ...happened, at: new Date(act.at), target: told });
  });
  if (people.length > 0) void announce(context, await selectPeople(context.db, people));
  // Admins see the log, and the service that acted may have told them before its line was here.
  else if (act) await context.bus.publish('usersChanged', {});
}
