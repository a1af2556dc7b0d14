import type { QueryOf } from '@koinonia/contracts/call.ts';
import type { deletePerson } from '@koinonia/contracts/identity.ts';
import { conflict, forbidden, notFound } from '@koinonia/kit/errors.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { adminCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { deleteDownloadsOf } from '../downloads/queries.ts';
import { insertFarewells } from '../farewells/queries.ts';
import { deleteInvitationsOf } from '../invitations/queries.ts';
import { withdrawAdminInvitationsBy } from '../invitations/withdraw-with-inviter.ts';
import { forgetSessionsOf } from '../sessions/queries.ts';
import { requireAnAdminLeft } from './change-person.ts';
import { blankPerson, lockAdmins, selectPresentPerson } from './queries.ts';
import { texts } from '../texts.ts';

type How = QueryOf<typeof deletePerson>;

/**
 * An admin deletes a person's data; their messages stay, as a former member's. Identity deletes at once; the other services
 * are told, as soon as they can be reached.
 */
export async function deletePersonAs(context: IdentityContext, actor: Actor, uid: string, how: How): Promise<void> {
  await adminCalling(context.db, actor);
  if (uid === actor.uid) throw forbidden(texts.ownDeletion);
  const endedSessions = await context.db.transaction().execute((trx) => deleteInTransaction(trx, actor, uid, how));
  context.farewells.go();
  await context.bus.publish('accessEnded', { sessions: endedSessions, people: [uid] });
  await context.bus.publish('usersChanged', {});
}

async function deleteInTransaction(trx: IdentityDatabase, actor: Actor, uid: string, how: How): Promise<string[]> {
  await lockAdmins(trx);
  const before = await selectPresentPerson(trx, uid);
  if (!before) throw notFound('person');
  await requireAnAdminLeft(trx, before, { role: 'member', active: false });
  await adminCalling(trx, actor);
  if (!(await blankPerson(trx, uid, how.requested !== undefined))) throw conflict(texts.notRequested);
  await deleteInvitationsOf(trx, uid, before.email);
  await insertFarewells(trx, uid);
  await deleteDownloadsOf(trx, uid);
  const ended = await forgetSessionsOf(trx, uid);
  await withdrawAdminInvitationsBy(trx, actor, uid);
  const states = { before: { role: before.role, active: before.active }, after: null };
  await record(trx, actor, { act: 'person.deleted', target: { kind: 'person', id: uid }, ...states });
  return ended;
}
