// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { tokenAnswer } from '../testing/token-answer.ts';

const ana = { uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' };

/** Another tab signs somebody in or out. */
function elsewhere(user: typeof ana | null) {
  if (user === null) localStorage.removeItem('user');
  else localStorage.setItem('user', JSON.stringify(user));
  dispatchEvent(new StorageEvent('storage', { key: 'user', storageArea: localStorage }));
}

/** The worker's next test file begins with nobody signed in. */
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  vi.resetModules();
});

test('the end of an older session, told late, does not end the one that another tab has begun meanwhile', async () => {
  vi.resetModules();
  localStorage.setItem('user', JSON.stringify(ana));
  const { session } = await import('../session/session.ts');
  const { currentToken } = await import('./request.ts');
  const older = Promise.withResolvers<Response>();
  const answers = [older.promise, Response.json(tokenAnswer('new'))];
  vi.stubGlobal('fetch', async () => answers.shift());
  const token = currentToken();
  elsewhere(null);
  elsewhere(ana);
  older.resolve(Response.json({ error: 'No session' }, { status: 401 }));
  expect(await token).toBe('new');
  expect(session.snapshot().status).toBe('signedIn');
  expect(localStorage.getItem('user')).not.toBeNull();
});

test('a token of somebody else, of whom this page has not heard, makes it theirs', async () => {
  vi.resetModules();
  localStorage.setItem('user', JSON.stringify(ana));
  const { session } = await import('../session/session.ts');
  const { currentToken } = await import('./request.ts');
  const ben = { ...ana, uid: 'ben', displayName: 'Ben' };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${address} ${new Headers(headers).get('Authorization') ?? ''}`);
    return Response.json(address.endsWith('/me') ? ben : tokenAnswer('of Ben', 'ben'));
  });
  await expect(currentToken()).rejects.toThrow('No authenticated user');
  await expect.poll(() => session.snapshot()).toMatchObject({ status: 'signedIn', user: { uid: 'ben' } });
  expect(asked).toEqual(['/api/session/token ', '/api/me Bearer of Ben']);
  expect(await currentToken()).toBe('of Ben');
});

test('a token that comes for the first person after another tab has signed in somebody else is not theirs to use', async () => {
  vi.resetModules();
  localStorage.setItem('user', JSON.stringify(ana));
  const { currentToken } = await import('./request.ts');
  const older = Promise.withResolvers<Response>();
  const answers = [older.promise, Response.json(tokenAnswer('of Ben', 'ben'))];
  vi.stubGlobal('fetch', async () => answers.shift());
  const token = currentToken();
  elsewhere({ ...ana, uid: 'ben' });
  older.resolve(Response.json(tokenAnswer('of Ana')));
  await token.catch(() => undefined);
  expect(await currentToken()).toBe('of Ben');
});
