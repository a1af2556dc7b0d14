import type { Readable } from 'node:stream';
import { downloadOwnData, downloadsADay } from '@koinonia/contracts/own-data.ts';
import { now } from '@koinonia/kit/clock.ts';
import { accountDeactivated, conflict, invalid, notFound } from '@koinonia/kit/errors.ts';
import { isOwnId, newId } from '@koinonia/kit/ids.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { personCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { ownDataOf } from '../own-data/service.ts';
import { lockActivePerson } from '../people/queries.ts';
import { sessionOfCookie } from '../sessions/service.ts';
import type { FollowedDownloads } from './follow-downloads.ts';
import * as queries from './queries.ts';
import { sourcesOf } from './sources.ts';
import { zipOf } from './zip-of.ts';
import { texts } from '../texts.ts';
import { tooOftenToday } from '../too-often.ts';

const minute = 60_000;

/** Returns an address where this session's browser can read everything, once, within a minute. */
export async function prepareDownload({ db }: IdentityContext, actor: Actor) {
  await personCalling(db, actor);
  const { sessionId } = actor;
  if (sessionId === null) throw invalid(texts.downloadByBrowser);
  const id = newId();
  await db.transaction().execute(async (trx) => {
    await queries.lockDownloadsOf(trx, actor.uid);
    if (!(await lockActivePerson(trx, actor.uid))) throw accountDeactivated();
    await queries.deleteOutdatedOf(trx, actor.uid);
    await requireRoom(trx, actor.uid);
    await queries.insertDownload(trx, { id, user_id: actor.uid, session_id: sessionId });
  });
  const expiresAt = new Date(now() + minute).toISOString();
  return { url: downloadOwnData.path.replace(':id', id), expiresAt };
}

async function requireRoom(trx: IdentityDatabase, uid: string): Promise<void> {
  const { begun, first, under_way: isUnderWay } = await queries.selectRecent(trx, uid);
  if (isUnderWay) throw conflict(texts.downloadUnderWay);
  if (begun >= downloadsADay) throw tooOftenToday(texts.downloadedEnough, first);
}

/** Begins a prepared download. Throws `not_found` for every address that is not valid for this cookie now. */
export async function openDownload(
  context: IdentityContext & { downloads: FollowedDownloads },
  cookie: string | undefined,
  id: string,
  source: Pick<Actor, 'address' | 'userAgent'>,
): Promise<Readable> {
  const { db } = context;
  const session = await sessionOfCookie(db, cookie);
  const actor: Actor = { kind: 'person', uid: session.user_id, sessionId: session.id, ...source };
  await personCalling(db, actor);
  if (!isOwnId(id) || !(await queries.selectPrepared(db, id, session.id))) throw notFound('download');
  // Read before it counts: while a service is away, the download is not used up.
  const [before, chats] = await Promise.all([ownDataOf(context, actor), sourcesOf(context, actor.uid).chats()]);
  await db.transaction().execute(async (trx) => {
    await queries.lockDownloadsOf(trx, actor.uid);
    // Checked again: several may have been prepared before one was begun.
    await requireRoom(trx, actor.uid);
    if (!(await queries.beginDownload(trx, id, session.id))) throw notFound('download');
    await record(trx, actor, { act: 'person.data_downloaded', target: { kind: 'person', id: actor.uid } });
  });
  // Admins see the log.
  await context.bus.publish('usersChanged', {});
  // Read again, because this act belongs to it too.
  const own = await ownDataOf(context, actor).catch(() => before);
  return context.downloads.follow(zipOf(context, own, chats), id);
}
