import { noNewChatHeader } from '@koinonia/contracts/chat-internal.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

const gateways: TestGateway[] = [];

afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.close())));

/** Enough of chat for this limit: each list of people has one chat, made at the first call. */
function chatsThatExist() {
  const made = new Set<string>();
  return {
    chat: {
      routes: (app: FastifyInstance) =>
        app.post('/api/chat/create', async (request, reply) => {
          const people = String(request.body).trim();
          const mayBegin = request.headers[noNewChatHeader] === undefined;
          if (!made.has(people) && !mayBegin) return reply.code(429).send({});
          reply.code(made.has(people) ? 200 : 201);
          made.add(people);
          return {};
        }),
    },
  };
}

async function start() {
  const gateway = await startGateway({ RATE_LIMIT: 'on', RATE_LIMIT_NEW_CHATS: '2' }, chatsThatExist());
  gateways.push(gateway);
  return gateway;
}

const statuses = async (times: number, call: (index: number) => Promise<Response>) => {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await call(index)).status);
  return all;
};

test('new chats are few; opening those that are there is not counted', async () => {
  const gateway = await start();
  const { headers } = await gateway.signedIn();
  const create = (users: string) => gateway.call('/api/chat/create', { method: 'POST', body: users, headers });
  expect((await create('a')).status).toBe(201);
  expect(await statuses(10, () => create('a'))).toEqual(Array(10).fill(200));
  expect((await create('b')).status).toBe(201);
  expect((await create('c')).status).toBe(429);
});

test('whoever has begun enough chats still opens those that are there, also many at once', async () => {
  const gateway = await start();
  const { headers } = await gateway.signedIn();
  const create = (users: string) => gateway.call('/api/chat/create', { method: 'POST', body: users, headers });
  expect(await statuses(3, (index) => create(`chat ${index}`))).toEqual([201, 201, 429]);
  expect((await create('chat 0')).status).toBe(200);
  const refused = await create('another');
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.toSatisfy((s) => s > 0)]);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests', error: expect.stringContaining('wait') });
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/^gateway_limited_total\{limit="newChat",service="gateway"\} 2$/m);

  const other = (await gateway.signedIn()).headers;
  const open = (body: string) => gateway.call('/api/chat/create', { method: 'POST', body, headers: other });
  const atOnce = await Promise.all(
    Array.from({ length: 20 }, (_, index) => open(`chat ${index % 2}${' '.repeat(index)}`)),
  );
  expect(atOnce.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await statuses(3, (index) => open(`more ${index}`))).toEqual([201, 201, 429]);
});

test('the same chat asked for fifty times at once is one new chat; fifty different ones are not', async () => {
  const gateway = await start();
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
