// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addToOutbox, readOutbox } from '../outbox/outbox-database.ts';
import { entry } from '../outbox/testing/entry.ts';
import { withEmptyDevice } from '../testing/empty-device.ts';
import { withPageServer } from '../testing/page-server.ts';

const asked: string[] = [];
let answersLate = false;
let unanswered: (() => void)[] = [];
/** How many calls the page has given up before their answer. */
let givenUp = 0;
withPageServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.once('close', () => (givenUp += response.writableFinished ? 0 : 1));
  const answer = () => void response.writeHead(204).end();
  if (answersLate) unanswered.push(answer);
  else answer();
});

withEmptyDevice();
beforeEach(() => {
  localStorage.clear();
  unanswered = [];
});
afterEach(() => vi.restoreAllMocks());

test('a logout ends the session on the server, though the browser stores nothing more', async () => {
  vi.resetModules();
  const { session } = await import('./session.ts');
  const { logout } = await import('./session-on-server.ts');
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await logout();
  expect([session.snapshot().status, asked]).toEqual(['signedOut', ['DELETE /api/session']]);
});

test('a logout on its way is given up when somebody signs in: its late answer would delete their cookie', async () => {
  vi.resetModules();
  const { session } = await import('./session.ts');
  const { holdLogout, logout } = await import('./session-on-server.ts');
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  answersLate = true;
  const before = asked.length;
  const left = logout();
  await expect.poll(() => asked.slice(before)).toEqual(['DELETE /api/session']);
  holdLogout();
  // Sooner than every call is given up.
  await expect.poll(() => givenUp, { timeout: 10_000 }).toBe(1);
  await left;
  answersLate = false;
  expect(localStorage.getItem('logout'), 'the sign-in may come to nothing').toBe('held');
});

describe('a logout on its way is given up when somebody signs in in another tab', () => {
  async function heldElsewhere(during: () => Promise<unknown>) {
    answersLate = true;
    const [before, gaveUp] = [asked.length, givenUp];
    const ended = during();
    await expect.poll(() => asked.slice(before)).toEqual(['DELETE /api/session']);
    localStorage.setItem('logout', 'held');
    dispatchEvent(new StorageEvent('storage', { key: 'logout', storageArea: localStorage }));
    await expect.poll(() => givenUp - gaveUp, { timeout: 10_000 }).toBe(1);
    await ended;
    answersLate = false;
    expect([asked.slice(before), localStorage.getItem('logout')]).toEqual([['DELETE /api/session'], 'held']);
  }

  test('after a click', async () => {
    vi.resetModules();
    const { session } = await import('./session.ts');
    const { logout } = await import('./session-on-server.ts');
    session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
    await heldElsewhere(logout);
  });

  test('as well as one that a starting page continues', async () => {
    vi.resetModules();
    localStorage.setItem('logout', 'unfinished');
    const { findSession } = await import('./session-on-server.ts');
    await heldElsewhere(findSession);
  });

  test('but not when somebody has logged out again since', async () => {
    vi.resetModules();
    const { session } = await import('./session.ts');
    const { logout } = await import('./session-on-server.ts');
    session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
    answersLate = true;
    const before = asked.length;
    const left = logout();
    await expect.poll(() => asked.slice(before)).toEqual(['DELETE /api/session']);
    dispatchEvent(new StorageEvent('storage', { key: 'logout', newValue: 'held', storageArea: localStorage }));
    answersLate = false;
    for (const answer of unanswered.splice(0)) answer();
    await left;
    expect(localStorage.getItem('logout')).toBeNull();
  });
});

test('a logout leaves nothing on the device that its person has not sent, read or finished', async () => {
  vi.resetModules();
  const { session } = await import('./session.ts');
  const { logout } = await import('./session-on-server.ts');
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  for (const kind of ['draft', 'read']) localStorage.setItem(`${kind}:ana:kitchen`, 'Mine');
  await addToOutbox(entry('mine'));
  await logout();
  expect([Object.keys(localStorage), await readOutbox('ana')]).toEqual([[], []]);
});

test('what a logout could not delete goes at the next start, and before anybody could send it', async () => {
  vi.resetModules();
  const { session } = await import('./session.ts');
  const { logout } = await import('./session-on-server.ts');
  const { forgetOnDeviceAtTheEnd } = await import('../on-device/forget-at-the-end.ts');
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  await addToOutbox(entry('mine'));
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Attempt to get a record without an in-progress transaction', 'UnknownError');
  });
  await logout();
  broken.mockRestore();
  expect(Object.keys(localStorage)).not.toEqual([]);
  forgetOnDeviceAtTheEnd();
  await expect.poll(() => Object.keys(localStorage)).toEqual([]);
  expect(await readOutbox('ana')).toEqual([]);

  await addToOutbox(entry('mine'));
  localStorage.setItem('outbox-to-empty', 'true');
  expect(await readOutbox('ana')).toEqual([]);
});

test('a session that has expired leaves on the device what its person has not sent', async () => {
  vi.resetModules();
  const { session } = await import('./session.ts');
  const { forgetOnDeviceAtTheEnd } = await import('../on-device/forget-at-the-end.ts');
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  await addToOutbox(entry('mine'));
  forgetOnDeviceAtTheEnd();
  session.end();
  expect(await readOutbox('ana')).toEqual([entry('mine')]);
});
