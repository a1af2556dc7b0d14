import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { signSessionToken } from '@koinonia/kit/auth/session-token.ts';
import { forbidden, sessionEnded, unauthenticated } from '@koinonia/kit/errors.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

const all = ['chats', 'me', 'people'];
/** As a service writes it, and another would not. */
const chatsAsWritten = '[ {"name":"Küche", "lastSeq":1e0} ]';
/** The calls are two tokens, and four answers or calls with them. */
const limits = { RATE_LIMIT: 'on', RATE_LIMIT_CALLS: '6', RATE_LIMIT_REFUSED: '3' };

let gateway: TestGateway | undefined;
const people = new Map<string, string>();
let chats: (reply: FastifyReply) => unknown;
/** The paths that were asked for, with the cookie that came along. */
let seen: [path: string, cookie: string | undefined][];
let refusal: Error;

beforeEach(() => {
  chats = (reply) => reply.type('application/json; charset=utf-8').send(chatsAsWritten);
  seen = [];
  refusal = unauthenticated();
});
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

/** Identity's part: a cookie is the id of its session. */
function identityRoutes(app: Service) {
  app.addHook(
    'onRequest',
    async ({ url, headers }) => void (url.startsWith('/api') && seen.push([url, headers.cookie])),
  );
  app.post('/api/session/token', async ({ headers }, reply) => {
    const sessionId = headers.cookie?.replace('session=', '') ?? '';
    const uid = people.get(sessionId);
    if (uid === undefined) throw refusal;
    const { token, expiresAt } = await signSessionToken(testSecret, { uid, sessionId });
    return reply.header('set-cookie', 'session=new; HttpOnly').send({ token, expiresAt: expiresAt.toISOString(), uid });
  });
  app.get('/api/me', async (_request, reply) => reply.header('etag', 'W/"ruth"').send({ uid: 'ruth' }));
  app.get('/api/users', async () => Array.from({ length: 200 }, () => ({ displayName: 'Ruth Ngozi Adeyemi' })));
}

function chatRoutes(app: FastifyInstance) {
  app.get('/api/chat', async ({ url, headers }, reply) => {
    seen.push([url, headers.cookie]);
    return chats(reply);
  });
}

/** No answer is late on a busy machine, unless the test is about that. */
const inTime: { firstAnswersWithin?: number } = { firstAnswersWithin: 30_000 };

async function start(environment: Record<string, string> = {}, chat = { routes: chatRoutes }, times = inTime) {
  gateway = await startGateway(environment, { identity: { routes: identityRoutes }, chat }, times);
  return gateway;
}

/** A browser in which somebody is signed in. */
function browserOf({ identity }: TestGateway) {
  const { uid, sessionId } = identity.startSession();
  people.set(sessionId, uid);
  return { uid, sessionId, headers: { cookie: `session=${sessionId}` } };
}

async function ask({ url }: TestGateway, body: unknown, headers: Record<string, string>) {
  const answer = await fetch(`${url}/api/session/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, told: JSON.parse(text) as Told };
}

interface Told {
  token?: string;
  code?: string;
  answers?: Record<string, unknown>;
  tags?: Record<string, string>;
}

const namesOf = ({ told }: { told: Told }) => Object.keys(told.answers ?? {});

describe('with its token, a page', () => {
  test('gets the answers that it names, as their services have written them, and the cookies of the token', async () => {
    const running = await start();
    const { cookie } = browserOf(running).headers;
    const { status, headers, text, told } = await ask(running, { answers: all }, { cookie });
    expect([status, namesOf({ told }), told.tags]).toEqual([200, all, { me: 'W/"ruth"' }]);
    expect(text).toContain(`"answers":{"chats":${chatsAsWritten},"me":{"uid":"ruth"},"people":[`);
    expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual(['session=new; HttpOnly', 'no-store']);
    expect(new Set(seen.map(([path, sent]) => `${path} ${sent === cookie}`))).toEqual(
      new Set(['/api/session/token true', '/api/chat false', '/api/me false', '/api/users false']),
    );
    expect((await running.call('/api/chat', { headers: { authorization: `Bearer ${told.token}` } })).status).toBe(200);
  });

  test('is the person of the cookie to the services, whoever it says it is', async () => {
    const running = await start({}, {} as never);
    const [ruth, ben] = [browserOf(running), browserOf(running)];
    const { authorization } = (await running.signedIn(ben.uid)).headers;
    const { told } = await ask(running, { answers: ['chats'] }, { ...ruth.headers, authorization });
    const { uid, sessionId } = ruth;
    expect(told.answers?.['chats']).toMatchObject({ url: '/api/chat', caller: { kind: 'person', uid, sessionId } });
  });

  test.each([
    [undefined],
    [{}],
    [{ answers: [] }],
    [{ answers: 'chats' }],
    [['chats']],
    [{ answers: ['constructor'] }],
  ])('that names none that is known (%j) gets the token alone', async (body) => {
    const running = await start();
    const { status, told } = await ask(running, body, browserOf(running).headers);
    expect([status, typeof told.token, told.answers, seen.length]).toEqual([200, 'string', undefined, 1]);
  });

  test.each([[undefined], [{ answers: ['me'] }]])('too often (%j) is told when to come again', async (body) => {
    const running = await start({ RATE_LIMIT: 'on', RATE_LIMIT_CALLS: '8' });
    const person = browserOf(running);
    for (let before = 0; before < (body ? 4 : 8); before += 1) {
      expect((await ask(running, body, person.headers)).status).toBe(200);
    }
    const { status, headers, told } = await ask(running, body, person.headers);
    expect([status, told.code, told.token]).toEqual([429, 'too_many_requests', undefined]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(running, body, browserOf(running).headers)).status).toBe(200);
  });

  test('of a later release gets those that this one knows, each once', async () => {
    const running = await start();
    const { headers } = browserOf(running);
    expect(namesOf(await ask(running, { answers: ['later', 'me', 'me'] }, headers))).toEqual(['me']);
    expect(seen.map(([path]) => path)).toEqual(['/api/session/token', '/api/me']);
  });

  test('gets them compressed', async () => {
    const running = await start();
    const { statusCode, headers, body } = await request(`${running.url}/api/session/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'gzip, br',
        ...browserOf(running).headers,
      },
      body: JSON.stringify({ answers: all }),
    });
    expect([statusCode, headers['content-encoding']]).toEqual([200, 'br']);
    const bytes = Buffer.from(await body.arrayBuffer());
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(namesOf({ told: JSON.parse(brotliDecompressSync(bytes).toString()) as Told })).toEqual(all);
  });
});

describe('a page that gets no token', () => {
  test.each([
    ['unauthenticated', 401, unauthenticated()],
    ['session_ended', 401, sessionEnded()],
    ['forbidden', 403, forbidden()],
  ])('gets the same answer as ever (%s), and nothing is asked for', async (code, status, why) => {
    const running = await start();
    refusal = why;
    const gone = { cookie: 'session=gone' };
    const askers: Record<string, string>[] = [{}, gone, { ...gone, origin: 'https://evil.example' }];
    for (const headers of askers) {
      const [alone, withMore] = [await ask(running, undefined, headers), await ask(running, { answers: all }, headers)];
      expect([withMore.status, withMore.told.code, withMore.text]).toEqual([status, code, alone.text]);
    }
    expect(new Set(seen.map(([path]) => path))).toEqual(new Set(['/api/session/token']));
  });

  test('is counted by address, if it has a cookie', async () => {
    const running = await start(limits);
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess += 1)
      statuses.push((await ask(running, { answers: all }, { cookie: `session=guess-${guess}` })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await ask(running, { answers: all }, browserOf(running).headers)).status).toBe(200);
  });
});

describe('an answer is left out', () => {
  const others = ['me', 'people'];

  test.each<[string, (reply: FastifyReply) => unknown]>([
    ['is out of order', (reply) => reply.code(500).send({ error: 'Out of order' })],
    ['is away', (reply) => reply.code(503).header('retry-after', '2').send({ error: 'Away' })],
    ['ends while it answers', (reply) => void reply.raw.writeHead(200, { 'content-length': 10 }).destroy()],
    ['has more to tell than is held here', () => ['x'.repeat(600_000)]],
  ])('when its service %s', async (_, behave) => {
    const running = await start();
    chats = behave;
    const { status, told } = await ask(running, { answers: all }, browserOf(running).headers);
    expect([status, typeof told.token, namesOf({ told })]).toEqual([200, 'string', others]);
  });

  test('when its service cannot be reached', async () => {
    const running = await start({ CHAT_URL: 'http://127.0.0.1:9' });
    expect(namesOf(await ask(running, { answers: all }, browserOf(running).headers))).toEqual(others);
  });

  test('when it is slow: the token waits for a second', async () => {
    const running = await start({}, { routes: chatRoutes }, {});
    chats = () => wait(3000, []);
    const at = performance.now();
    expect(namesOf(await ask(running, { answers: all }, browserOf(running).headers))).toEqual(others);
    expect(performance.now() - at).toBeGreaterThan(900);
    expect(performance.now() - at).toBeLessThan(2500);
  });

  test('when it is one call too many for the person', async () => {
    const running = await start(limits);
    const person = browserOf(running);
    expect(namesOf(await ask(running, { answers: all }, person.headers))).toEqual(all);
    const { told } = await ask(running, { answers: all }, person.headers);
    expect(namesOf({ told })).toHaveLength(1);
    const headers = { authorization: `Bearer ${told.token}` };
    expect((await running.call('/api/me', { headers })).status).toBe(429);
  });

  test('when the person is no longer let in, as all are', async () => {
    const running = await start();
    const person = browserOf(running);
    running.identity.endSession(person.sessionId);
    expect((await ask(running, { answers: all }, person.headers)).told.answers).toBeUndefined();
  });
});
