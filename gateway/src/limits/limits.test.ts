import type { IncomingMessage } from 'node:http';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createRedis } from '@koinonia/kit/stores/redis.ts';
import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { request } from 'undici';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { openSocket, statusOf } from '../testing/raw-client.ts';
import { startRawNode, switching } from '../testing/raw-node.ts';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { statuses } from '../testing/statuses.ts';
import { addressKey } from './address-key.ts';
import { callerAddress, trustIn } from './caller-address.ts';

const gateways: TestGateway[] = [];

afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.close())));

const few = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_CALLS: '8',
  RATE_LIMIT_SENDS: '3',
  RATE_LIMIT_NEW_CHATS: '2',
  RATE_LIMIT_SIGN_INS: '2',
  RATE_LIMIT_REFUSED: '3',
  RATE_LIMIT_SOCKETS: '3',
};

async function start(
  environment: Record<string, string> = few,
  times: Parameters<typeof startGateway>[2] = {},
  services: Parameters<typeof startGateway>[1] = {},
) {
  const gateway = await startGateway(environment, services, times);
  gateways.push(gateway);
  return gateway;
}

const send = (gateway: TestGateway, headers: Record<string, string>) =>
  gateway.call('/api/chat/send', { method: 'POST', body: '{}', headers });

test('a person who calls too often is told when to come again; others are not held up', async () => {
  const gateway = await start();
  const { headers } = await gateway.signedIn();
  expect(await statuses(8, () => gateway.call('/api/me', { headers }))).not.toContain(429);
  const refused = await gateway.call('/api/groups', { headers });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(await refused.json()).toEqual({
    error: 'That was too much at once. Please wait a moment.',
    code: 'too_many_requests',
  });
  expect((await gateway.call('/api/groups')).status).toBe(200);
});

test('a person counts as one, whichever device or token they use', async () => {
  const gateway = await start();
  const phone = await gateway.signedIn();
  const laptop = await gateway.signedIn(phone.uid);
  expect(await statuses(3, () => send(gateway, phone.headers))).toEqual([200, 200, 200]);
  expect((await send(gateway, laptop.headers)).status).toBe(429);
});

test('sends are fewer than calls', async () => {
  const gateway = await start();
  const { headers } = await gateway.signedIn();
  expect(await statuses(4, () => send(gateway, headers))).toEqual([200, 200, 200, 429]);
  expect((await gateway.call('/api/groups', { headers })).status).toBe(200);
});

const none = { call: 0, send: 0, newChat: 0, signIn: 0, callback: 0, refused: 0, socket: 0 };

/** The calls that were refused because of a limit, as the metrics tell it. */
const limited = async (gateway: TestGateway) => {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const lines = [...metrics.matchAll(/^gateway_limited_total\{limit="(\w+)",service="gateway"\} (\d+)$/gm)];
  return Object.fromEntries(lines.map(([, limit, count]) => [limit, Number(count)]));
};

test('the metrics tell which limits refused, also a sign-in that a browser shows as a page', async () => {
  const gateway = await start();
  const { headers } = await gateway.signedIn();
  expect(await limited(gateway)).toEqual(none);
  expect(await statuses(4, () => send(gateway, headers))).toContain(429);
  const visit = () =>
    request(`${gateway.url}/api/session/google`, { headers: { 'sec-fetch-mode': 'navigate' } }).then(
      async ({ statusCode, body }) => [statusCode, await body.text()],
    );
  for (let index = 0; index < 2; index += 1) await visit();
  expect([await visit(), await visit()]).toEqual([
    [302, ''],
    [302, ''],
  ]);
  expect(await limited(gateway)).toEqual({ ...none, send: 1, signIn: 2 });
});

test('whoever tries tokens is counted by address, and holds up nobody else there who has a good one', async () => {
  const gateway = await start();
  const { headers } = await gateway.signedIn();
  const guess = (index: number) => gateway.call('/api/me', { headers: { authorization: `Bearer guess.${index}.x` } });
  expect(await statuses(5, guess)).toEqual([401, 401, 401, 429, 429]);
  const refused = await fetch(`${gateway.url}/api/me`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await gateway.call('/api/groups', { headers })).status).toBe(200);
  expect((await fetch(`${gateway.url}/api/config`)).status).toBe(200);
});

test('whoever tries cookies is counted by address; a page that only asks whether somebody is signed in is not', async () => {
  const gateway = await start();
  const ask = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/api/session/token`, { method: 'POST', headers });
  expect(await statuses(10, () => ask({}))).toEqual(Array(10).fill(404));
  expect(await statuses(4, (index) => ask({ cookie: `session=guess-${index}` }))).toEqual([404, 404, 404, 429]);
  expect((await ask({})).status).toBe(404);
});

test('signing out counts as a call; with a cookie of nobody it is answered, and counts by address', async () => {
  const signOut = (app: Service) => app.delete('/api/session', (_request, reply) => reply.code(204).send());
  const gateway = await start(few, {}, { identity: { routes: signOut } });
  const ask = (headers: Record<string, string>) => fetch(`${gateway.url}/api/session`, { method: 'DELETE', headers });
  expect(await statuses(10, () => ask({}))).toEqual(Array(10).fill(204));
  expect(await statuses(5, (index) => ask({ cookie: `session=guess-${index}` }))).toEqual([204, 204, 204, 429, 429]);
  const { sessionId } = gateway.identity.startSession();
  expect(await statuses(9, () => ask({ cookie: `session=${sessionId}` }))).toEqual([...Array(8).fill(204), 429]);
  expect(await limited(gateway)).toEqual({ ...none, call: 1, refused: 2 });
});

test('a download that a page opens by its cookie counts as a call of its person', async () => {
  const gateway = await start();
  const open = (cookie: string) => fetch(`${gateway.url}/api/session/download/x`, { headers: { cookie } });
  const { sessionId } = gateway.identity.startSession();
  expect(await statuses(9, () => open(`session=${sessionId}`))).toEqual([...Array(8).fill(404), 429]);
  expect(await statuses(4, (index) => open(`session=guess-${index}`))).toEqual([401, 401, 401, 429]);
});

describe('sockets', () => {
  async function startWithNode(environment: Record<string, string> = {}) {
    const node = await startRawNode((socket) => socket.write(switching));
    nodes.push(node);
    return start({ ...few, CHAT_URL: node.url, ...environment });
  }
  const nodes: { close(): void }[] = [];
  afterEach(() => nodes.splice(0).forEach((node) => node.close()));

  async function answersTo(gateway: TestGateway, count: number, headers: (index: number) => string[] = () => []) {
    const answers: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const client = openSocket(gateway.url, { headers: headers(index) });
      await expect.poll(() => statusOf(client.received())).toBeGreaterThan(0);
      answers.push(client.received());
      client.socket.destroy();
    }
    return answers;
  }

  test('are counted by address, and too many are told when to come again', async () => {
    const gateway = await startWithNode();
    const answers = await answersTo(gateway, 5);
    expect(answers.map(statusOf)).toEqual([101, 101, 101, 429, 429]);
    expect(await limited(gateway)).toEqual({ ...none, socket: 2 });
    expect(answers.at(-1)).toMatch(/\r\nRetry-After: ([1-9]|[1-5]\d|60)\r\n/);
    expect(answers.at(-1)).toContain('"code":"too_many_requests"');
  });

  test('come from where a trusted proxy says, and from nowhere else', async () => {
    const from = (index: number) => [`X-Forwarded-For: 192.0.2.1, 10.0.0.${index}`];
    const behindProxy = await startWithNode({ TRUSTED_PROXIES: '127.0.0.0/8' });
    expect((await answersTo(behindProxy, 5, from)).map(statusOf)).toEqual(Array(5).fill(101));
    expect((await answersTo(behindProxy, 4, () => from(77))).map(statusOf)).toEqual([101, 101, 101, 429]);
    const direct = await startWithNode();
    expect((await answersTo(direct, 4, from)).map(statusOf)).toEqual([101, 101, 101, 429]);
  });
});

test('a base of 500 people behind one address goes on, while somebody there does what is refused', async () => {
  const gateway = await start({ RATE_LIMIT: 'on', RATE_LIMIT_REFUSED: '30' });
  const guess = () => gateway.call('/api/me', { headers: { authorization: 'Bearer guess.guess.x' } });
  const guessed = await Promise.all(Array.from({ length: 40 }, guess));
  expect(guessed.filter(({ status }) => status === 429)).toHaveLength(10);
  const staff = await Promise.all(Array.from({ length: 500 }, () => gateway.signedIn()));
  const answers = await Promise.all(staff.map(({ headers }) => gateway.call('/api/groups', { headers })));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
}, 60_000);

test('RATE_LIMIT=off counts nothing', async () => {
  const gateway = await start({ ...few, RATE_LIMIT: 'off' });
  const { headers } = await gateway.signedIn();
  expect(await statuses(20, () => send(gateway, headers))).toEqual(Array(20).fill(200));
});

/** Waits until a gateway has its connection to Redis: before, it counts for itself. */
async function countsInRedis(gateway: TestGateway) {
  const redis = createRedis(testStores().redisUrl, createLog('silent', 'tests'));
  onTestFinished(() => redis.disconnect());
  const isCounted = async () => {
    const { uid, headers } = await gateway.signedIn();
    await send(gateway, headers);
    return redis.exists(`koinonia:limit:send:${uid}`);
  };
  await expect.poll(isCounted).toBe(1);
}

test('several gateways count together in Redis', async () => {
  const shared = { ...few, REDIS_URL: testStores().redisUrl };
  const patiently = { limitsAnswerWithin: 5000 };
  const [first, second] = [await start(shared, patiently), await start(shared, patiently)];
  for (const gateway of [first, second]) await countsInRedis(gateway);
  const { uid, headers } = await first.signedIn();
  const there = await second.signedIn(uid);
  expect((await send(first, headers)).status).toBe(200);
  expect((await send(second, there.headers)).status).toBe(200);
  expect((await send(first, headers)).status).toBe(200);
  expect((await send(second, there.headers)).status).toBe(429);
});

test('while Redis is away calls go on, and each gateway counts for itself', async () => {
  const gateway = await start({ ...few, REDIS_URL: 'redis://127.0.0.1:1' });
  const { headers } = await gateway.signedIn();
  expect(await statuses(4, () => send(gateway, headers))).toEqual([200, 200, 200, 429]);
});

test('what Redis has counted still counts when it answers no more', async () => {
  const link = await startFaultyLink(testStores().redisUrl);
  onTestFinished(link.close);
  const gateway = await start({ ...few, REDIS_URL: link.through(testStores().redisUrl) });
  await countsInRedis(gateway);
  const { headers } = await gateway.signedIn();
  expect(await statuses(3, () => send(gateway, headers))).toEqual([200, 200, 200]);
  link.freeze();
  expect((await send(gateway, headers)).status).toBe(429);
});

test('a forwarded address is believed of a configured proxy alone', async () => {
  const from = (gateway: TestGateway, address: string) =>
    fetch(`${gateway.url}/api/session/google`, { headers: { 'x-forwarded-for': address }, redirect: 'manual' });
  const behindProxy = await start({ ...few, TRUSTED_PROXIES: '127.0.0.0/8' });
  expect(await statuses(4, (index) => from(behindProxy, `10.0.0.${index}`))).toEqual([404, 404, 404, 404]);
  expect(await statuses(3, () => from(behindProxy, '10.1.1.1'))).toEqual([404, 404, 429]);
  const direct = await start();
  expect(await statuses(3, (index) => from(direct, `10.0.0.${index}`))).toEqual([404, 404, 429]);
});

test.each([
  ['of the connection, where nobody is trusted', [], '10.0.0.1', '127.0.0.1'],
  ['that the proxy before us saw', ['127.0.0.1'], '10.0.0.1', '10.0.0.1'],
  ['and not what somebody wrote before it', ['127.0.0.1'], '192.0.2.9, 10.0.0.1', '10.0.0.1'],
  ['through several proxies', ['127.0.0.1', '10.0.0.0/8'], '192.0.2.9, 10.0.0.1', '192.0.2.9'],
  ['through one of IPv6', ['127.0.0.1', '2001:db8::/32'], '192.0.2.9, 2001:db8::5', '192.0.2.9'],
  ['of a connection that told nothing', ['127.0.0.1'], undefined, '127.0.0.1'],
] as const)('the address of a socket is that %s', (_, trusted, told, address) => {
  const request = { socket: { remoteAddress: '::ffff:127.0.0.1' }, headers: told ? { 'x-forwarded-for': told } : {} };
  expect(addressKey(callerAddress(request as IncomingMessage, trustIn(trusted)))).toBe(address);
});

test('a socket that has ended meanwhile has no address, whatever it told', () => {
  const request = { socket: {}, headers: { 'x-forwarded-for': '10.0.0.1' } } as unknown as IncomingMessage;
  expect(callerAddress(request, trustIn(['127.0.0.1']))).toBe('');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
