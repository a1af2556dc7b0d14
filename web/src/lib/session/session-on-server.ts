import { endSession, getMe } from '@koinonia/contracts/identity.ts';
import { wasRefused } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { sendCall } from '../api/send-call.ts';
import { clearDrafts } from './drafts.ts';
import { session } from './session.ts';

/** Set by a logout that could not reach the server: that session must not sign anyone in again. */
const unfinishedLogoutKey = 'logout';

/** Ends the session on the server. Fine if it has ended already; any other failure is tried again at the next start. */
async function endOnServer() {
  try {
    await sendCall(endSession);
  } catch (error) {
    if (!wasRefused(error, 401)) return false;
  }
  localStorage.removeItem(unfinishedLogoutKey);
  return true;
}

/** Asks the server who is signed in. False when nobody is. Throws when the network or the server is away. */
export async function confirmSession(): Promise<boolean> {
  try {
    session.accept(await request(getMe));
    return true;
  } catch (error) {
    if (wasRefused(error, 401, 403)) return false;
    throw error;
  }
}

/** For a page that starts without a stored user: there may still be a session, after a sign-in by redirect. */
export async function findSession(): Promise<void> {
  if (session.snapshot().status !== 'loading') return;
  if (localStorage.getItem(unfinishedLogoutKey) !== null && !(await endOnServer())) return session.end();
  try {
    if (!(await confirmSession())) session.end();
  } catch {
    session.end();
  }
}

/** After a sign-in that the server reports as successful. False if there is still no session. */
export async function startSession(): Promise<boolean> {
  localStorage.removeItem(unfinishedLogoutKey);
  session.confirming();
  try {
    if (await confirmSession()) return true;
  } catch {
    // The network went away in between: treat it as a failed sign-in.
  }
  session.end();
  return false;
}

/** Signs the page out at once; data on the device and the session on the server are removed as soon as possible. */
export async function logout(): Promise<void> {
  localStorage.setItem(unfinishedLogoutKey, 'unfinished');
  clearDrafts();
  session.end();
  const { clearOutbox } = await import('../outbox/outbox-database.ts');
  await Promise.all([clearOutbox().catch(() => undefined), endOnServer()]);
}
