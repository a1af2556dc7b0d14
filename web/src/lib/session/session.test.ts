// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

const ana = { uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' };
const ben = { uid: 'ben', email: 'ben@base.example', displayName: 'Ben', photoURL: '' };

/** A page that has just been opened. */
async function openPage() {
  vi.resetModules();
  return await import('./session.ts');
}

const stored = () => JSON.parse(localStorage.getItem('user') ?? 'null');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('somebody who was signed in is so at once, before any answer', async () => {
  localStorage.setItem('user', JSON.stringify(ana));
  const { session } = await openPage();
  expect(session.snapshot()).toEqual({ status: 'signedIn', user: ana });
});

test.each(['', '{', '[]', '"ana"', '{"email":"ana@base.example"}'])(
  'what is no user in the storage is nobody: %s',
  async (text) => {
    localStorage.setItem('user', text);
    const { session } = await openPage();
    expect(session.snapshot()).toEqual({ status: 'loading' });
  },
);

test('a sign-in is stored and broadcast, a new name is stored only', async () => {
  const { session, signedInEvent } = await openPage();
  const heard = vi.fn<() => void>();
  addEventListener(signedInEvent, heard);
  session.accept({ ...ana, role: 'admin' } as typeof ana);
  expect(stored()).toEqual(ana);
  expect(heard).toHaveBeenCalledTimes(1);
  session.accept({ ...ana, displayName: 'Ana Silva' });
  expect(stored().displayName).toBe('Ana Silva');
  expect(heard).toHaveBeenCalledTimes(1);
});

test('a window that is yet to hear that another one has signed the person out does not bring them back', async () => {
  const { session } = await openPage();
  session.accept(ana);
  localStorage.removeItem('user');
  session.accept({ ...ana });
  expect(stored()).toBeNull();
  session.accept({ ...ana, displayName: 'Ana Silva' });
  expect(stored()).toBeNull();
});

test('the end of a session takes away the user and what the tab had kept', async () => {
  const { session } = await openPage();
  session.accept(ana);
  sessionStorage.setItem('chat:list:v1', '[]');
  sessionStorage.setItem('chat:msgs:v1:kitchen', '[]');
  localStorage.setItem('draft:ana:kitchen', 'half a');
  session.end();
  expect(session.snapshot()).toEqual({ status: 'signedOut' });
  expect(stored()).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(localStorage.getItem('draft:ana:kitchen')).toBe('half a');
});

test('other tabs follow: out, and in as somebody else with nothing of the first', async () => {
  const { session } = await openPage();
  session.accept(ana);
  sessionStorage.setItem('chat:list:v1', '[]');
  const otherTab = (value: typeof ben | null) => {
    if (value === null) localStorage.removeItem('user');
    else localStorage.setItem('user', JSON.stringify(value));
    dispatchEvent(new StorageEvent('storage', { key: 'user', storageArea: localStorage }));
  };
  otherTab(ben);
  expect(session.snapshot()).toEqual({ status: 'signedIn', user: ben });
  expect(sessionStorage.length).toBe(0);
  otherTab(null);
  expect(session.snapshot()).toEqual({ status: 'signedOut' });
});
