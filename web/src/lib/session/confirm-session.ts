import { endSession, getMe } from '@koinonia/contracts/identity.ts';
import { wasRefused } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { sendCall } from '../api/send-call.ts';
import { clearDrafts } from './drafts.ts';
import { session } from './session.ts';

/** Left behind by a logout that could not reach the server: the session there must not sign anyone in again. */
const unfinishedLogoutKey = 'logout';

/** Ends the session on the server. Ended already is as good; anything else is tried again at the next start. */
async function endOnServer() {
  try {
    await sendCall(endSession);
  } catch (error) {
    if (!wasRefused(error, 401)) return false;
  }
  localStorage.removeItem(unfinishedLogoutKey);
  return true;
}

/**
 * Asks the server who is signed in. False when nobody is.
 * Throws when there is no telling: the network or the server is away.
 */
export async function confirmSession(): Promise<boolean> {
  try {
    session.accept(await request(getMe));
    return true;
  } catch (error) {
    if (wasRefused(error, 401, 403)) return false;
    throw error;
  }
}

/** At the start of a page that keeps nobody: a session may be there all the same, after a sign-in by redirect. */
export async function findSession(): Promise<void> {
  if (session.snapshot().status !== 'loading') return;
  if (localStorage.getItem(unfinishedLogoutKey) !== null && !(await endOnServer())) return session.end();
  try {
    if (!(await confirmSession())) session.end();
  } catch {
    session.end();
  }
}

/** After a sign-in that the server says went well. False when there is nobody all the same. */
export async function startSession(): Promise<boolean> {
  localStorage.removeItem(unfinishedLogoutKey);
  session.confirming();
  try {
    if (await confirmSession()) return true;
  } catch {
    // The network went away in between: told as a sign-in that failed.
  }
  session.end();
  return false;
}

/** The page is signed out at once; what is left on the device and on the server goes as soon as it can be reached. */
export async function logout(): Promise<void> {
  localStorage.setItem(unfinishedLogoutKey, 'unfinished');
  clearDrafts();
  session.end();
  const { clearOutbox } = await import('../outbox/outbox-database.ts');
  await Promise.all([clearOutbox().catch(() => undefined), endOnServer()]);
}
