import { endSession, getMe } from '@koinonia/contracts/identity.ts';
import { wasRefused } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { requirePerson } from '../api/required.ts';
import { sendCall } from '../api/send-call.ts';
import { pause } from '../pause.ts';
import { backoff } from '../retry.ts';
import { leaveDevice } from './leave-device.ts';
import { session } from './session.ts';

/** Set by a logout that the server has not answered: that session must not sign anyone in again. */
const unfinishedLogoutKey = 'logout';
const unfinished = 'unfinished';
const held = 'held';

/** False if the browser cannot store it. */
function note(state: typeof unfinished | typeof held) {
  try {
    localStorage.setItem(unfinishedLogoutKey, state);
    return true;
  } catch {
    return false;
  }
}

/** Ends the session on the server. True if it has ended now, or had before; false if that is not known. */
async function endOnServer(signal?: AbortSignal) {
  try {
    await sendCall(endSession, { signal });
  } catch (error) {
    if (!wasRefused(error, 401)) return false;
  }
  localStorage.removeItem(unfinishedLogoutKey);
  return true;
}

const isUnfinished = () => localStorage.getItem(unfinishedLogoutKey) === unfinished;

/** Aborted when somebody begins to sign in, in whichever tab. */
let trying = new AbortController();
addEventListener('storage', ({ key }) => {
  // The event may be older than another logout of this tab.
  if (key === unfinishedLogoutKey && !isUnfinished()) trying.abort();
});

/** Tries until the session has ended, or somebody begins to sign in. After a closed page, the next start continues. */
async function endUntilEnded() {
  // Without the note, nothing would keep a second try from ending the next person's session.
  if (!note(unfinished)) return void (await endOnServer());
  if (trying.signal.aborted) trying = new AbortController();
  const { signal } = trying;
  const isWanted = () => !signal.aborted && isUnfinished();
  for (let tries = 1; isWanted() && !(await endOnServer(signal)); tries += 1) await pause(backoff(tries), signal);
}

/**
 * While somebody signs in, an unfinished logout waits: it must not end the new session, nor may its late answer delete the new
 * cookie. The server ends the older one.
 */
export function holdLogout() {
  if (localStorage.getItem(unfinishedLogoutKey) !== null) note(held);
  trying.abort();
}

/**
 * For a sign-in that leaves the page: the next start could not tell the new session from one whose logout is unfinished. False
 * if that one could not be ended: then the page must not be left.
 */
export async function finishLogout(): Promise<boolean> {
  if (localStorage.getItem(unfinishedLogoutKey) === null || (await endOnServer())) return true;
  void endUntilEnded();
  return false;
}

/** Asks the server who is signed in, until it answers or another tab knows. */
async function askUntilAnswered() {
  for (let tries = 1; ; tries += 1) {
    try {
      return session.accept(requirePerson(await request(getMe)));
    } catch (error) {
      if (wasRefused(error, 401, 403)) return session.end();
    }
    session.unanswered();
    await pause(backoff(tries));
    if (session.snapshot().status !== 'loading') return;
  }
}

/** For a page that starts without a stored user: there may still be a session, after a sign-in by redirect. */
export async function findSession(): Promise<void> {
  if (session.snapshot().status !== 'loading') return;
  const { signal } = trying;
  if (localStorage.getItem(unfinishedLogoutKey) !== null && !(await endOnServer(signal))) {
    if (!signal.aborted) void endUntilEnded();
    return session.end();
  }
  await askUntilAnswered();
}

/** After a sign-in that the server reports as successful. False if there is still no session. */
export async function startSession(): Promise<boolean> {
  localStorage.removeItem(unfinishedLogoutKey);
  session.confirming();
  await askUntilAnswered();
  return session.snapshot().status === 'signedIn';
}

/** Signs the page out at once; data on the device and the session on the server are removed as soon as possible. */
export async function logout(): Promise<void> {
  const ended = endUntilEnded();
  await Promise.all([leaveDevice(), ended]);
}
