import { notFound } from '@koinonia/kit/errors.ts';
import type { Actor } from '@koinonia/kit/routes.ts';
import { adminCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import { selectPresentPerson } from '../people/queries.ts';
import { endSessionsOf } from './queries.ts';
import type { SessionContext } from './service.ts';

/** An admin signs a person out of all their devices; they may sign in again. */
export async function endSessionsAs({ db, bus }: SessionContext, actor: Actor, uid: string): Promise<void> {
  await adminCalling(db, actor);
  const sessions = await db.transaction().execute(async (trx) => {
    if (!(await selectPresentPerson(trx, uid))) throw notFound('This person');
    const ended = await endSessionsOf(trx, uid);
    const target = { kind: 'person' as const, id: uid };
    await record(trx, actor, { act: 'person.sessions_ended', target, after: { sessions: ended.length } });
    return ended;
  });
  await bus.publish('accessEnded', { sessions, people: [] });
  // Other admins see the log.
  await bus.publish('usersChanged', {});
}
