import type { OwnData } from '@koinonia/contracts/own-data.ts';
import type { Actor } from '@koinonia/kit/routes.ts';
import { personCalling } from '../access.ts';
import { stateOf } from '../audit/present.ts';
import { selectLinesAbout } from '../audit/queries.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { presentMe } from '../people/present.ts';
import { updatePerson } from '../people/queries.ts';
import { devicesOf, type SessionContext } from '../sessions/service.ts';

export interface OwnDataContext {
  identity: IdentityContext;
  sessions: SessionContext;
}

const requestedAt = (person: PersonRow) => person.deletion_requested_at?.toISOString() ?? null;

/** All that identity and groups have stored of the caller. What others did to them is told without where others were. */
export async function ownDataOf({ identity, sessions }: OwnDataContext, actor: Actor): Promise<OwnData> {
  const person = await personCalling(identity.db, actor);
  const [groups, devices, lines] = await Promise.all([
    identity.groups.namesOfOne(person.id),
    devicesOf(sessions, actor),
    selectLinesAbout(identity.db, person.id),
  ]);
  return {
    exportedAt: new Date().toISOString(),
    profile: {
      ...presentMe(person, groups),
      createdAt: person.created_at.toISOString(),
      active: person.active,
      deletionRequestedAt: requestedAt(person),
    },
    devices,
    acts: lines.map((line) => {
      const byMyself = line.by === person.id;
      return {
        at: line.at.toISOString(),
        act: line.act,
        byMyself,
        before: stateOf(line.before),
        after: stateOf(line.after),
        address: byMyself ? line.address : '',
        device: byMyself ? line.device : '',
      };
    }),
  };
}

export async function deletionRequestOf({ identity }: OwnDataContext, actor: Actor) {
  return { requestedAt: requestedAt(await personCalling(identity.db, actor)) };
}

/** Asks for the deletion of one's data, or takes that back; admins see it in the list of people. */
export async function setDeletionRequest({ identity }: OwnDataContext, actor: Actor, wanted: boolean) {
  const { db, bus } = identity;
  const before = await personCalling(db, actor);
  if ((before.deletion_requested_at !== null) === wanted) return { requestedAt: requestedAt(before) };
  const after = await db.transaction().execute(async (trx) => {
    const person = await updatePerson(trx, actor.uid, { deletion_requested_at: wanted ? new Date() : null });
    const act = wanted ? 'person.deletion_requested' : 'person.deletion_withdrawn';
    await record(trx, actor, { act, target: { kind: 'person', id: actor.uid } });
    return person;
  });
  await bus.publish('usersChanged', {});
  return { requestedAt: requestedAt(after) };
}
