// @vitest-environment jsdom
import type { Call } from '@koinonia/contracts/call.ts';
import type { FirstCall } from '@koinonia/contracts/gateway.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenAnswer } from '../testing/token-answer.ts';

const ana = { uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' };
const ben = { ...ana, uid: 'ben', displayName: 'Ben' };
const came = { chats: [{ id: 'kitchen' }], me: ana, people: [ana] };

/** The calls that were made, with their bodies. */
let asked: string[];
/** The answers to calls for a token; the last one is repeated. */
let tokens: (() => Response | Promise<Response>)[];

/** The entity tag of each answer of the server. */
let etagNow: string | undefined;

const tokenWith = (answers?: object, uid?: string, tags?: object) => () =>
  Response.json({ ...tokenAnswer('token', uid), ...(answers && { answers }), ...(tags && { tags }) });
const noSession = () => Response.json({ error: 'No session', code: 'session_ended' }, { status: 401 });

async function answerTo(address: string, { body, headers }: RequestInit = {}): Promise<Response> {
  asked.push(body === undefined ? address : `${address} ${String(body)}`);
  const etag = new Headers(headers).get('If-None-Match');
  if (etag !== null) asked.push(`unless ${etag}`);
  if (etag !== null && etag === etagNow) return new Response(null, { status: 304 });
  if (address === '/api/session/token') return ((tokens.length > 1 ? tokens.shift() : tokens[0]) as () => Response)();
  return Response.json({ asked: address }, etagNow === undefined ? {} : { headers: { ETag: etagNow } });
}

/** Opens a page, which makes its first calls. */
async function openPage() {
  const { session } = await import('../session/session.ts');
  // Imported again, too: answers are found by the call object.
  const { firstCalls } = await import('@koinonia/contracts/gateway.ts');
  const { arrivedAnswer, askFirst, firstAnswer } = await import('./first-answers.ts');
  const { currentToken } = await import('./request.ts');
  askFirst('chats', 'me', 'people');
  const arrived = (name: FirstCall) => arrivedAnswer<Call>(firstCalls[name]);
  return { session, first: (name: FirstCall) => firstAnswer<Call>(firstCalls[name]), arrived, currentToken };
}

const withAll = '/api/session/token {"answers":["chats","me","people"]}';

beforeEach(() => {
  vi.resetModules();
  localStorage.setItem('user', JSON.stringify(ana));
  asked = [];
  etagNow = undefined;
  vi.stubGlobal('fetch', answerTo);
});

/** The worker's next test file begins with nobody signed in. */
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  vi.resetModules();
});

test('a page gets its first answers with its token, and the socket gets that token', async () => {
  tokens = [tokenWith(came)];
  const { first, currentToken } = await openPage();
  const all = Promise.all([first('chats'), first('me'), first('people'), currentToken()]);
  expect(await all).toEqual([came.chats, came.me, came.people, 'token']);
  expect(asked).toEqual([withAll]);
});

test('each is taken once: later ones are asked for', async () => {
  tokens = [tokenWith(came)];
  const { first } = await openPage();
  await first('chats');
  expect(await first('chats')).toEqual({ asked: '/api/chat' });
  expect(asked).toEqual([withAll, '/api/chat']);
});

test('a page that is drawn after they have arrived is drawn with them, and takes them then', async () => {
  tokens = [tokenWith(came)];
  const { first, arrived } = await openPage();
  expect(arrived('chats')).toBeUndefined();
  await expect.poll(() => arrived('chats')).toEqual(came.chats);
  expect(await first('chats')).toEqual(came.chats);
  expect(arrived('chats')).toBeUndefined();
  expect(asked).toEqual([withAll]);
});

describe('a list that has not changed is not sent again', () => {
  test('after it came with the token, or by itself', async () => {
    etagNow = 'W/"one"';
    tokens = [tokenWith(came, 'ana', { chats: etagNow })];
    const { first } = await openPage();
    await Promise.all([first('chats'), first('people')]);
    expect([await first('chats'), await first('people')]).toEqual([came.chats, { asked: '/api/users' }]);
    expect(await first('people')).toEqual({ asked: '/api/users' });
    expect(asked).toEqual([withAll, '/api/chat', 'unless W/"one"', '/api/users', '/api/users', 'unless W/"one"']);
  });

  test('but is when it has', async () => {
    etagNow = 'W/"two"';
    tokens = [tokenWith(came, 'ana', { chats: 'W/"one"' })];
    const { first } = await openPage();
    await first('chats');
    const changed = { asked: '/api/chat' };
    expect([await first('chats'), await first('chats')]).toEqual([changed, changed]);
    expect(asked.slice(1)).toEqual(['/api/chat', 'unless W/"one"', '/api/chat', 'unless W/"two"']);
  });
});

describe('a page asks by itself', () => {
  test('for what has not come', async () => {
    tokens = [tokenWith({ me: ana })];
    const { first } = await openPage();
    expect(await Promise.all([first('chats'), first('me')])).toEqual([{ asked: '/api/chat' }, ana]);
  });

  test('where none has come with the token, for each once', async () => {
    tokens = [tokenWith()];
    const { first } = await openPage();
    const all = [first('chats'), first('me'), first('people')];
    expect(await Promise.all(all)).toEqual(['/api/chat', '/api/me', '/api/users'].map((path) => ({ asked: path })));
    expect(asked).toEqual([withAll, '/api/chat', '/api/me', '/api/users']);
  });

  test.each([
    ['somebody else’s', { ...came, me: ben }],
    ['nobody knows whose', { chats: came.chats, people: came.people }],
  ])('where the token may not be this person’s (%s)', async (_, answers) => {
    tokens = [tokenWith(answers)];
    const { first } = await openPage();
    expect(await first('chats')).toEqual({ asked: '/api/chat' });
  });

  test('where the cookie was of an older session, and the next one is in effect', async () => {
    tokens = [noSession, tokenWith()];
    const { first, session } = await openPage();
    const all = await Promise.all([first('chats'), first('me'), first('people')]);
    expect(all[0]).toEqual({ asked: '/api/chat' });
    expect(session.snapshot().status).toBe('signedIn');
  });
});

test('a session that has ended signs the page out', async () => {
  tokens = [noSession];
  const { first, session } = await openPage();
  await expect(first('chats')).rejects.toThrow('No authenticated user');
  await expect.poll(() => session.snapshot().status).toBe('signedOut');
  expect(asked.filter((call) => !call.startsWith('/api/session/token'))).toEqual([]);
});

test('without a network, each fails, and the next try asks anew', async () => {
  tokens = [() => Promise.reject(new TypeError('Failed to fetch')), tokenWith()];
  const { first } = await openPage();
  await expect(first('chats')).rejects.toThrow('Failed to fetch');
  expect(await first('chats')).toEqual({ asked: '/api/chat' });
});

describe('somebody else who is signed in by another tab meanwhile', () => {
  const signIn = (user: typeof ana | null) => {
    if (user === null) localStorage.removeItem('user');
    else localStorage.setItem('user', JSON.stringify(user));
    dispatchEvent(new StorageEvent('storage', { key: 'user', storageArea: localStorage }));
  };

  test('gets nothing of what was asked for', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    tokens = [() => promise, tokenWith(undefined, 'ben')];
    const { first } = await openPage();
    const taken = first('chats');
    signIn(ben);
    resolve(tokenWith(came)());
    await expect(taken).rejects.toThrow('No authenticated user');
    expect(await first('me')).toEqual({ asked: '/api/me' });
    expect(await first('people')).toEqual({ asked: '/api/users' });
  });

  test('gets nothing of what has come already', async () => {
    etagNow = 'W/"one"';
    tokens = [tokenWith(came, 'ana', { chats: etagNow }), tokenWith(undefined, 'ben')];
    const { first, arrived } = await openPage();
    await expect.poll(() => arrived('chats')).toEqual(came.chats);
    signIn(ben);
    expect(arrived('chats')).toBeUndefined();
    expect(await first('chats')).toEqual({ asked: '/api/chat' });
  });

  test('gets nothing when it is nobody, as after a logout', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    tokens = [() => promise];
    const { first } = await openPage();
    const taken = first('chats');
    signIn(null);
    resolve(tokenWith(came)());
    await expect(taken).rejects.toThrow('No authenticated user');
  });
});

test('an answer that is asked for again meanwhile is not taken twice', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  tokens = [() => promise];
  const { first } = await openPage();
  const [earlier, later] = [first('chats'), first('chats')];
  resolve(tokenWith(came)());
  await expect(earlier).rejects.toThrow();
  expect(await later).toEqual({ asked: '/api/chat' });
});
