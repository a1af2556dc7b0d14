import type { AnswerOf, BodyOf } from '@koinonia/contracts/call.ts';
import type { checkAccess, lookUpPeople } from '@koinonia/contracts/identity.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { presentToService } from '../people/present.ts';
import { selectActive, selectPeople } from '../people/queries.ts';
import { selectInEffect } from '../sessions/queries.ts';

/** Of these, the sessions and people that may not go on. Asked every few seconds about everyone who is connected. */
export async function withoutAccess(
  db: IdentityDatabase,
  { sessions, people }: BodyOf<typeof checkAccess>,
): Promise<AnswerOf<typeof checkAccess>> {
  const inEffect = new Set(sessions.length > 0 ? await selectInEffect(db, sessions) : []);
  const active = new Set(people.length > 0 ? await selectActive(db, people) : []);
  return {
    endedSessions: sessions.filter((id) => !inEffect.has(id)),
    inactivePeople: people.filter((uid) => !active.has(uid)),
  };
}

export async function knownAmong(
  db: IdentityDatabase,
  uids: readonly string[],
): Promise<AnswerOf<typeof lookUpPeople>> {
  return (await selectPeople(db, uids)).map(presentToService);
}
