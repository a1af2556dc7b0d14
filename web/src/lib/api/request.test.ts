// @vitest-environment jsdom
import { listChats } from '@koinonia/contracts/chat.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
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
  vi.restoreAllMocks();
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
  older.resolve(Response.json({ error: 'No session', code: 'unauthenticated' }, { status: 401 }));
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

test('a token proves that there is a network, where the device says from the start that there is none', async () => {
  vi.resetModules();
  localStorage.setItem('user', JSON.stringify(ana));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { isOnline, onNetwork } = await import('../online.ts');
  const { currentToken } = await import('./request.ts');
  const heard = vi.fn<() => void>();
  onNetwork(heard);
  const answers = [new Response('<h1>Welcome to our hotel</h1>'), Response.json(tokenAnswer())];
  vi.stubGlobal('fetch', async () => answers.shift());
  await expect(currentToken()).rejects.toThrow();
  expect([isOnline(), heard.mock.calls.length]).toEqual([false, 0]);
  await currentToken();
  expect([isOnline(), heard.mock.calls.length]).toEqual([true, 1]);
});

describe('somebody else whom another tab signs in before an answer has arrived to its end', () => {
  const ben = { ...ana, uid: 'ben', displayName: 'Ben' };

  /** A response whose body comes later than its headers, and after Ben has signed in. */
  const begun = (body: object, init?: ResponseInit) =>
    new Response(
      new ReadableStream({
        async start(to) {
          await new Promise((resolve) => setTimeout(resolve));
          elsewhere(ben);
          to.enqueue(new TextEncoder().encode(JSON.stringify(body)));
          to.close();
        },
      }),
      init,
    );

  async function asked(answer: () => Response) {
    vi.resetModules();
    localStorage.setItem('user', JSON.stringify(ana));
    const { session } = await import('../session/session.ts');
    const { request, requestAt, requestPage } = await import('./request.ts');
    const { firstAnswer } = await import('./first-answers.ts');
    vi.stubGlobal('fetch', async (address: string) =>
      address === '/api/session/token' ? Response.json(tokenAnswer()) : answer(),
    );
    return { session, request, requestAt, requestPage, firstAnswer };
  }

  test.each(['request', 'requestAt', 'requestPage', 'firstAnswer'] as const)('does not get it by %s', async (way) => {
    const page = await asked(() => begun([{ id: 'kitchen' }]));
    await expect(page[way](listChats)).rejects.toThrow('No authenticated user');
  });

  test('stays signed in when it says that the first person is deactivated', async () => {
    const deactivated = { error: 'Deactivated', code: 'account_deactivated' };
    const page = await asked(() => begun(deactivated, { status: 403 }));
    await expect(page.request(listChats)).rejects.toThrow('No authenticated user');
    expect(page.session.snapshot()).toMatchObject({ status: 'signedIn', user: ben });
  });
});
