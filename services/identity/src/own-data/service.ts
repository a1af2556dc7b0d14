import { deletionRequestsADay, type PersonToDelete } from '@koinonia/contracts/own-data.ts';
import { now } from '@koinonia/kit/clock.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { actAsAdmin, adminCalling, personCalling } from '../access.ts';
import { selectLinesAbout } from '../audit/queries.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { devicesOf } from '../sessions/service.ts';
import { type OwnData, presentAct, presentProfile, presentRequest, presentToDelete } from './present.ts';
import { declineRequest, selectDeletionRequests, selectRequestsOfADay, updateRequest } from './queries.ts';
import { texts } from '../texts.ts';
import { tooOftenToday } from '../too-often.ts';

export async function ownDataOf(context: IdentityContext, actor: Actor): Promise<OwnData> {
  const person = await personCalling(context.db, actor);
  const [groups, memberships, devices, lines] = await Promise.all([
    context.groups.namesOfOne(person.id),
    context.groups.membershipsOf(person.id),
    devicesOf(context, actor),
    selectLinesAbout(context.db, person.id),
  ]);
  return {
    exportedAt: new Date(now()).toISOString(),
    profile: presentProfile(person, groups, memberships),
    devices,
    acts: lines.map((line) => presentAct(line, person.id)),
  };
}

export async function deletionRequestOf({ db }: IdentityContext, actor: Actor) {
  return presentRequest(await personCalling(db, actor));
}

/** Requests the deletion of the caller's data, or withdraws the request; admins see it in the list of people. */
export async function setDeletionRequest({ db, bus }: IdentityContext, actor: Actor, wanted: boolean) {
  await personCalling(db, actor);
  const changed = await db.transaction().execute(async (trx) => {
    const person = await updateRequest(trx, actor.uid, wanted ? new Date(now()) : null);
    const act = wanted ? 'person.deletion_requested' : 'person.deletion_withdrawn';
    if (person && wanted) await requireFewRequests(trx, actor.uid);
    if (person) await record(trx, actor, { act, target: { kind: 'person', id: actor.uid } });
    return person;
  });
  if (changed) await bus.publish('usersChanged', {});
  return presentRequest(changed ?? (await personCalling(db, actor)));
}

/** Each request is a line of the audit log for ever. A withdrawal needs a request before it, so it needs no limit. */
async function requireFewRequests(trx: IdentityDatabase, uid: string): Promise<void> {
  const { requests, first } = await selectRequestsOfADay(trx, uid);
  if (requests >= deletionRequestsADay) throw tooOftenToday(texts.askedEnough, first);
}

/** People who request the deletion of their data, for admins. */
export async function deletionRequestsFor({ db }: IdentityContext, actor: Actor): Promise<PersonToDelete[]> {
  await adminCalling(db, actor);
  return (await selectDeletionRequests(db)).map(presentToDelete);
}

/** An admin declines; the person sees it when they look, and may ask again. */
export async function declineDeletionAs({ db, bus }: IdentityContext, actor: Actor, uid: string): Promise<void> {
  await actAsAdmin(db, actor, async (trx) => {
    if (!(await declineRequest(trx, uid))) throw notFound('request');
    await record(trx, actor, { act: 'person.deletion_declined', target: { kind: 'person', id: uid } });
  });
  await bus.publish('usersChanged', {});
}
