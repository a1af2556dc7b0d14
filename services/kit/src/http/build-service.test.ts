import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { defineCall } from '@koinonia/contracts/call.ts';
import { isVisible } from '@koinonia/contracts/common.ts';
import { z } from 'zod';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildService, type Service } from './build-service.ts';
import { createCallerVerifier, refusedStatementHeader } from '../calls/caller-statement.ts';
import { conflict, unavailable } from '../errors.ts';
import { createLog } from '../observing/log.ts';
import { callerOf, requireProcess, requireStatements, routeOf } from './routes.ts';
import { headersOf, headersOfProcess, testSecret } from '../testing/callers.ts';

const greet = defineCall({
  method: 'POST',
  path: '/api/greet',
  body: z.object({
    name: z.string().max(10),
    theme: z.enum(['light', 'dark']).optional(),
    agrees: z.literal(true).optional(),
    groups: z.array(z.string().min(2)).max(2).optional(),
    times: z.int().min(1).max(3).optional(),
    words: z.string().refine(isVisible, 'shows nothing').optional(),
  }),
  answers: { 201: z.object({ greeting: z.string() }) },
});

let app: Service;
let storeAnswers = true;

beforeAll(async () => {
  app = buildService({
    name: 'tests',
    log: createLog('silent', 'tests'),
    bodyLimit: 200,
    isReady: async () => {
      if (!storeAnswers) throw new Error('away');
    },
  });
  app.route({
    ...routeOf(greet),
    handler: async (request, reply) => reply.code(201).send({ greeting: `Hello ${request.body.name}` }),
  });
  app.get('/secret', () => {
    throw new Error('select password from users');
  });
  app.get('/taken', () => {
    throw conflict('Somebody has this name already.');
  });
  app.get('/away', () => {
    throw unavailable();
  });
  app.get('/things/:id', async () => ({}));
  app.get('/store', () => {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  });
  app.register(async (inside) => {
    requireStatements(inside, inside, createCallerVerifier(testSecret, 'chat'));
    inside.get('/mine', async (request) => callerOf(request));
    inside.get('/internal/x', { onRequest: requireProcess }, async () => ({ ok: true }));
  });
  await app.ready();
});

afterAll(() => app.close());

const post = (payload: unknown, type = 'application/json') =>
  app.inject({
    method: 'POST',
    url: '/api/greet',
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

test('a call answers as its contract says', async () => {
  const answer = await post({ name: 'Ruth', role: 'admin' });
  expect([answer.statusCode, answer.json()]).toEqual([201, { greeting: 'Hello Ruth' }]);
});

test.each([
  ['a field of the wrong kind', { name: { $ne: 1 } }, 'name: must be text'],
  ['a missing field', {}, 'name: is missing'],
  ['a field that is too long', { name: 'x'.repeat(11) }, 'name: is longer than 10 characters'],
  ['a choice that there is not', { name: 'x', theme: 'pink' }, 'theme: must be one of light, dark'],
  ['anything else than the only choice', { name: 'x', agrees: false }, 'agrees: must be true'],
  ['a list that is too long', { name: 'x', groups: ['aa', 'bb', 'cc'] }, 'groups: is longer than 2 entries'],
  ['an entry that is too short', { name: 'x', groups: ['aa', 'b'] }, 'groups.1: is too short'],
  ['a number that is too small', { name: 'x', times: 0 }, 'times: is less than 1'],
  ['a number that is too large', { name: 'x', times: 4 }, 'times: is more than 3'],
  ['a number that is not whole', { name: 'x', times: 1.5 }, 'times: must be a whole number'],
  ['what its schema has words for', { name: 'x', words: ' ' }, 'words: shows nothing'],
  ['a list', [1], 'The request: must be an object'],
  ['nothing', null, 'The request: must be an object'],
])('%s is refused with 400, in plain words', async (_what, body, error) => {
  const answer = await post(body);
  expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid', error }]);
});

test('broken JSON, another content type and too much are told apart', async () => {
  expect((await post('{"name":')).json()).toMatchObject({ code: 'malformed' });
  expect((await post('name=Ruth', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
  const large = await post({ name: 'x'.repeat(300) });
  expect([large.statusCode, large.json().code]).toEqual([413, 'too_large']);
});

test('JSON in another encoding than UTF-8 is refused, instead of stored with question marks', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/greet',
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from('{"name": "J\u00f6rg"}', 'latin1'),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  expect((await post('{"name": "J\u00f6rg"}')).json()).toEqual({ greeting: 'Hello J\u00f6rg' });
});

test('a prototype cannot be smuggled in', async () => {
  expect((await post('{"__proto__": {"name": "Ruth"}, "name": "Ruth"}')).statusCode).toBe(400);
});

test('what is not meant for the caller stays opaque', async () => {
  const answer = await app.inject('/secret');
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
  expect(answer.body).not.toMatch(/select|password|at /);
});

test('a refusal says its code and its text', async () => {
  const answer = await app.inject('/taken');
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { error: 'Somebody has this name already.', code: 'conflict' },
  ]);
});

test('a store that is away gives 503 and says when to ask again', async () => {
  for (const url of ['/away', '/store']) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('an unknown address gives 404 as JSON', async () => {
  const answer = await app.inject('/api/nothing');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test.each([
  ['an address that cannot be decoded', '/api/%zz', 400, 'malformed'],
  ['a part of an address that is too long', `/things/${'x'.repeat(300)}`, 414, 'uri_too_long'],
])('%s is refused in the form of every error', async (_, url, status, code) => {
  const answer = await app.inject(url);
  expect([answer.statusCode, answer.json()]).toEqual([status, { error: expect.any(String), code }]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

test('a store that is away does not make the process unhealthy, only unready', async () => {
  storeAnswers = false;
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  storeAnswers = true;
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('that a process is not ready is told once, not each time that it is asked, and never as a failed call', async () => {
  const lines: { level: string; msg: string; err?: { message: string } }[] = [];
  const log = createLog('debug', 'waiting', { write: (line) => void lines.push(JSON.parse(line)) });
  let isReady = () => Promise.reject(new Error('Redis is away'));
  const waiting = buildService({ name: 'waiting', log, isReady: () => isReady() });
  for (let time = 0; time < 3; time += 1) expect((await waiting.inject('/readyz')).statusCode).toBe(503);
  isReady = () => Promise.resolve() as Promise<never>;
  for (let time = 0; time < 3; time += 1) expect((await waiting.inject('/readyz')).statusCode).toBe(200);
  expect(lines.map(({ level, msg, err }) => [level, msg, err?.message])).toEqual([
    ['warn', 'not ready', 'Redis is away'],
    ['info', 'ready again', undefined],
  ]);
  await waiting.close();
});

test('a failure is logged with its cause, and each of them once', async () => {
  const lines: string[] = [];
  const failing = buildService({
    name: 'failing',
    log: createLog('info', 'failing', { write: (line) => void lines.push(line) }),
  });
  failing.get('/away', () => {
    throw unavailable(new Error('the table is locked'));
  });
  failing.get('/wrong', () => {
    throw new Error('the sum is wrong');
  });
  for (const url of ['/away', '/wrong']) await failing.inject(url);
  const reasons = lines.map((line) => line.match(/"message":"(the [^"]*)/g));
  expect(reasons).toEqual([['"message":"the table is locked'], ['"message":"the sum is wrong']]);
  await failing.close();
});

test('requests are counted by route for Prometheus', async () => {
  await post({ name: 'Ruth' });
  expect((await app.inject('/metrics')).body).toContain('route="/api/greet"');
});

test('nothing behind the statement answers without one', async () => {
  expect((await app.inject('/mine')).statusCode).toBe(401);
  expect((await app.inject('/internal/x')).statusCode).toBe(401);
  const madeUp = await app.inject({ url: '/mine', headers: { 'x-koinonia-caller': 'ruth' } });
  expect([madeUp.statusCode, madeUp.headers[refusedStatementHeader]], 'told from one who has not signed in').toEqual([
    401,
    'chat',
  ]);
});

test('a person is told from one of our own processes', async () => {
  const ruth = randomUUID();
  const asRuth = await headersOf(ruth, 'chat');
  const asProcess = await headersOfProcess('chat');
  expect((await app.inject({ url: '/mine', headers: asRuth })).json()).toMatchObject({ uid: ruth });
  expect((await app.inject({ url: '/mine', headers: asProcess })).statusCode).toBe(403);
  expect((await app.inject({ url: '/internal/x', headers: asRuth })).statusCode).toBe(403);
  expect((await app.inject({ url: '/internal/x', headers: asProcess })).statusCode).toBe(200);
});

test('closing waits for an answer that is being given, and for nothing after it', async () => {
  const closing = buildService({ name: 'closing', log: createLog('silent', 'closing') });
  const body = new PassThrough();
  closing.get('/long', (_request, reply) => reply.send(body));
  const url = await closing.listen({ host: '127.0.0.1', port: 0 });
  body.write('first ');
  const answer = await fetch(`${url}/long`);
  const closed = closing.close();
  body.end('last');
  expect(await answer.text()).toBe('first last');
  // Otherwise the connection would be kept alive for longer than a test may take.
  await closed;
});

test('closing waits only for a while for a client that does not read its answer', async () => {
  const closing = buildService({ name: 'slow', log: createLog('silent', 'slow') });
  let hasEnded = false;
  closing.addHook('onClose', async () => void (hasEnded = true));
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) });
  closing.get('/long', (_request, reply) => reply.send(endless));
  const url = new URL(await closing.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(url.port), url.hostname).on('error', () => {});
  client.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(client, 'readable');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = closing.close();
  await vi.waitUntil(() => vi.getTimerCount() > 0, 30_000);
  expect(hasEnded).toBe(false);
  // The process itself ends after 9 s, with a failure.
  vi.advanceTimersByTime(8500);
  // Polling would advance a fake clock.
  vi.useRealTimers();
  await expect.poll(() => hasEnded).toBe(true);
  client.destroy();
  await closed;
});

test('whoever hangs up in the middle of a request is no error of ours in the log', async () => {
  const lines: { level: string; msg: string; code?: string }[] = [];
  const log = createLog('debug', 'left', { write: (line) => void lines.push(JSON.parse(line)) });
  const left = buildService({ name: 'left', log });
  left.post('/said', async (request) => request.body);
  const url = new URL(await left.listen({ host: '127.0.0.1', port: 0 }));
  const connection = connect(Number(url.port), url.hostname);
  const head = [
    'POST /said HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 99',
    'Expect: 100-continue',
  ];
  connection.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server has begun to read.
  await once(connection, 'data');
  connection.destroy();
  await expect.poll(() => lines.filter(({ msg }) => msg.startsWith('POST')), { timeout: 30_000 }).not.toEqual([]);
  expect(lines.filter(({ level }) => level !== 'debug' && level !== 'info')).toEqual([]);
  await left.close();
});

test('a head that Node would answer by itself is answered like any other', async () => {
  const odd = buildService({ name: 'odd', log: createLog('silent', 'odd') });
  const url = new URL(await odd.listen({ host: '127.0.0.1', port: 0 }));
  const answerTo = async (...head: string[]) => {
    const connection = connect(Number(url.port), url.hostname).setEncoding('utf8');
    connection.write(['GET /healthz HTTP/1.1', 'Connection: close', ...head, '', ''].join('\r\n'));
    return (await connection.toArray()).join('');
  };
  expect(await answerTo()).toMatch(/^HTTP\/1\.1 400 [\s\S]*nosniff[\s\S]*"code":"malformed"/);
  expect(await answerTo('Host: x', 'Expect: a miracle')).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ok":true/);
  await odd.close();
});
