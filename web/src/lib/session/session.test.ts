// @vitest-environment jsdom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

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

/** The worker's next test file begins with nobody signed in. */
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.resetModules();
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
  expect({ ...sessionStorage }).toEqual({ 'owner:v1': '"ben"' });
  otherTab(null);
  expect(session.snapshot()).toEqual({ status: 'signedOut' });
});

test('a tab that is restored after somebody else has signed in shows nothing of the first person', async () => {
  const first = await openPage();
  first.session.accept(ana);
  const { pageCache } = await import('./page-cache.ts');
  pageCache.write('chat:list:v1', ['Kitchen']);
  const tab = { ...sessionStorage };

  // The tab is closed. In another one, Ana logs out and Ben signs in; then the tab is opened again.
  localStorage.setItem('user', JSON.stringify(ben));
  for (const [key, value] of Object.entries(tab)) sessionStorage.setItem(key, value);
  await openPage();
  expect((await import('./page-cache.ts')).pageCache.read('chat:list:v1')).toBeNull();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('chat:'))).toEqual([]);
});

test('a tab that is restored before somebody else signs in shows them nothing of the first person, either', async () => {
  const first = await openPage();
  first.session.accept(ana);
  (await import('./page-cache.ts')).pageCache.write('chat:list:v1', ['Kitchen']);

  localStorage.removeItem('user');
  const { session } = await openPage();
  session.accept(ben);
  expect((await import('./page-cache.ts')).pageCache.read('chat:list:v1')).toBeNull();
});

test('a tab that is restored for the same person still has its cache', async () => {
  const first = await openPage();
  first.session.accept(ana);
  (await import('./page-cache.ts')).pageCache.write('chat:list:v1', ['Kitchen']);
  await openPage();
  expect((await import('./page-cache.ts')).pageCache.read('chat:list:v1')).toEqual(['Kitchen']);
});

test('a page that comes back by the Back button is whose it has become meanwhile', async () => {
  const { session } = await openPage();
  session.accept(ana);
  const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  localStorage.setItem('user', JSON.stringify(ben));
  comeBack();
  expect(session.snapshot()).toEqual({ status: 'signedIn', user: ben });
  localStorage.removeItem('user');
  comeBack();
  expect(session.snapshot()).toEqual({ status: 'signedOut' });
});

test('a page that comes back stays its person’s when the storage was too full to note whose it is', async () => {
  const { session } = await openPage();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  session.accept(ana);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(session.snapshot()).toEqual({ status: 'signedIn', user: ana });
  full.mockRestore();
});
