import { hash, randomBytes } from 'node:crypto';
import type { Device, SessionToken } from '@koinonia/contracts/identity.ts';
import { signSessionToken } from '@koinonia/kit/auth/session-token.ts';
import { accountDeactivated, notFound, sessionEnded, unauthenticated } from '@koinonia/kit/errors.ts';
import { isOwnId, newId } from '@koinonia/kit/ids.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { presentDevice } from './present.ts';
import {
  deleteReplacedSession,
  endSessionOf,
  insertSession,
  selectSessionByHash,
  selectSessionsOf,
  updateLastSeen,
} from './queries.ts';
import type { DeviceSeen } from './sealed-device.ts';

export type SessionContext = Pick<IdentityContext, 'db' | 'bus' | 'sealer' | 'internalSecret'>;

const hashOf = (token: string) => hash('sha256', token, 'buffer');

/**
 * Begins a session; returns the value for its cookie, which is not stored here. It replaces the older session of the same
 * browser, which nobody could end any more without its cookie. Throws `account_deactivated`.
 */
export async function beginSession(
  { db, bus, sealer }: SessionContext,
  uid: string,
  { device, olderCookie }: { device: DeviceSeen; olderCookie: string | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const sealedDevice = await sealer.seal(device);
  const replaced = await db.transaction().execute(async (trx) => {
    const begun = await insertSession(trx, { id: newId(), tokenHash: hashOf(token), uid, sealedDevice });
    if (!begun) throw accountDeactivated();
    return olderCookie ? await deleteReplacedSession(trx, hashOf(olderCookie)) : [];
  });
  if (replaced.length > 0) await bus.publish('accessEnded', { sessions: replaced, people: [] });
  return token;
}

/**
 * The session of a cookie, even when its person is not active. Otherwise throws `session_ended` if somebody has ended it, and
 * `unauthenticated` when there is none or it has expired.
 */
export async function sessionOfCookie(db: IdentityDatabase, cookie: string | undefined) {
  const session = cookie ? await selectSessionByHash(db, hashOf(cookie)) : undefined;
  if (session && (session.in_effect || !session.active)) return session;
  throw session?.was_ended ? sessionEnded() : unauthenticated('no session');
}

/** Turns the session of a cookie into a short-lived token. */
export async function tokenOfCookie(context: SessionContext, cookie: string | undefined): Promise<SessionToken> {
  const session = await sessionOfCookie(context.db, cookie);
  if (!session.active) throw accountDeactivated();
  if (session.seen_long_ago) await updateLastSeen(context.db, session.id);
  const { token, expiresAt } = await signSessionToken(context.internalSecret, {
    uid: session.user_id,
    sessionId: session.id,
  });
  return { token, expiresAt: expiresAt.toISOString(), uid: session.user_id };
}

/** Ends the session of a cookie, if there is one. */
export async function endSessionOfCookie({ db, bus }: SessionContext, cookie: string | undefined): Promise<void> {
  const session = cookie ? await selectSessionByHash(db, hashOf(cookie)) : undefined;
  if (!session || !(await endSessionOf(db, session.user_id, session.id))) return;
  await bus.publish('accessEnded', { sessions: [session.id], people: [] });
}

export async function endOwnSession({ db, bus }: SessionContext, caller: PersonCaller, id: string): Promise<void> {
  if (!isOwnId(id) || !(await endSessionOf(db, caller.uid, id))) throw notFound('session');
  await bus.publish('accessEnded', { sessions: [id], people: [] });
}

/** The devices on which a person is signed in, the last used first. */
export async function devicesOf({ db, sealer }: SessionContext, caller: PersonCaller): Promise<Device[]> {
  const sessions = await selectSessionsOf(db, caller.uid);
  return Promise.all(
    sessions.map(async (session) => presentDevice(session, await sealer.open(session.sealed_device), caller)),
  );
}
