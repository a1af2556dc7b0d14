import { notFound } from '@koinonia/kit/errors.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { actAsAdmin } from '../access.ts';
import { record } from '../audit/record.ts';
import { selectPresentPeopleByEmail, selectPresentPerson } from '../people/queries.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { endAllSessions, endSessionsOf } from './queries.ts';
import type { SessionContext } from './service.ts';

/** An admin signs a person out of all their devices; they may sign in again. */
export async function endSessionsAs({ db, bus }: SessionContext, actor: Actor, uid: string): Promise<void> {
  const sessions = await actAsAdmin(db, actor, async (trx) => {
    if (!(await selectPresentPerson(trx, uid))) throw notFound('person');
    const ended = await endSessionsOf(trx, uid);
    const target = { kind: 'person' as const, id: uid };
    await record(trx, actor, { act: 'person.sessions_ended', target, after: { sessions: ended.length } });
    return ended;
  });
  await bus.publish('accessEnded', { sessions, people: [] });
  // Other admins see the log.
  await bus.publish('usersChanged', {});
}

/**
 * Signs out everybody with this address, for whoever runs the server. Returns the number of sessions; null when nobody has it.
 * No event is sent: within seconds, whatever holds a connection or a token asks whether its session has ended.
 */
export async function endSessionsByEmail(db: IdentityDatabase, email: string): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const people = await selectPresentPeopleByEmail(trx, email);
    const ended = [];
    for (const { id } of people) ended.push({ id, sessions: (await endSessionsOf(trx, id)).length });
    const lines = ended.map(({ id, sessions }) => ({
      act: 'person.sessions_ended' as const,
      target: { kind: 'person' as const, id },
      after: { sessions },
    }));
    await record(trx, null, ...lines);
    const sessions = ended.reduce((sum, one) => sum + one.sessions, 0);
    return people.length === 0 ? null : sessions;
  });
}

/** As `endSessionsByEmail`, for everybody: one line in the log. */
export async function endEverySession(db: IdentityDatabase): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const sessions = await endAllSessions(trx);
    await record(trx, null, { act: 'person.sessions_ended', after: { sessions } });
    return sessions;
  });
}
