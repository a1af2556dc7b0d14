import { testStores } from '@koinonia/kit/testing/stores.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { addressKey } from './address.ts';

const gateways: TestGateway[] = [];

afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.close())));

const few = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_CALLS: '8',
  RATE_LIMIT_SENDS: '3',
  RATE_LIMIT_NEW_CHATS: '2',
  RATE_LIMIT_SIGN_INS: '2',
};

/** Chats as far as a limit looks at them: each list of people has one, made when it is first asked for. */
function chatsThatExist() {
  const made = new Set<string>();
  return {
    chat: {
      routes: (app: FastifyInstance) =>
        app.post('/api/chat/create', async (request, reply) => {
          const people = String(request.body);
          reply.code(made.has(people) ? 200 : 201);
          made.add(people);
          return {};
        }),
    },
  };
}

async function start(environment: Record<string, string> = few, services = {}) {
  const gateway = await startGateway(environment, services);
  gateways.push(gateway);
  return gateway;
}

const statuses = async (times: number, call: (index: number) => Promise<Response>) => {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await call(index)).status);
  return all;
};

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

test('sign-ins are counted by address, and calls with a session token are not among them', async () => {
  const gateway = await start();
  const signIn = () => fetch(`${gateway.url}/api/session/google`, { redirect: 'manual' });
  expect(await statuses(3, signIn)).toEqual([404, 404, 429]);
  expect((await fetch(`${gateway.url}/api/session/token`, { method: 'POST' })).status).toBe(404);
});

test('new chats are few; opening those that are there is not counted', async () => {
  const gateway = await start({ ...few, RATE_LIMIT_CALLS: '600' }, chatsThatExist());
  const { headers } = await gateway.signedIn();
  const create = (users: string) => gateway.call('/api/chat/create', { method: 'POST', body: users, headers });
  expect((await create('a')).status).toBe(201);
  expect(await statuses(10, () => create('a'))).toEqual(Array(10).fill(200));
  expect((await create('b')).status).toBe(201);
  expect((await create('c')).status).toBe(429);
});

test('the same chat asked for fifty times at once is one new chat; fifty different ones are not', async () => {
  const gateway = await start({ ...few, RATE_LIMIT_CALLS: '600' }, chatsThatExist());
  const create = (headers: Record<string, string>, body: string) =>
    gateway.call('/api/chat/create', { method: 'POST', body, headers }).then(({ status }) => status);
  const one = await gateway.signedIn();
  const same = await Promise.all(Array.from({ length: 50 }, () => create(one.headers, 'same')));
  expect(same.toSorted()).toEqual([...Array(49).fill(200), 201]);
  const other = await gateway.signedIn();
  const different = await Promise.all(Array.from({ length: 50 }, (_, index) => create(other.headers, `chat ${index}`)));
  expect(different.filter((status) => status === 201).length).toBe(2);
  expect(different.filter((status) => status === 429).length).toBe(48);
});

test('RATE_LIMIT=off counts nothing', async () => {
  const gateway = await start({ ...few, RATE_LIMIT: 'off' });
  const { headers } = await gateway.signedIn();
  expect(await statuses(20, () => send(gateway, headers))).toEqual(Array(20).fill(200));
});

test('several gateways count together in Redis', async () => {
  const shared = { ...few, REDIS_URL: testStores().redisUrl };
  const [first, second] = [await start(shared), await start(shared)];
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
