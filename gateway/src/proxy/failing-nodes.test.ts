import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { type EchoService, startEchoService } from '../testing/echo-service.ts';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

const nobody = 'http://127.0.0.1:1';

let gateway: TestGateway;
const others: { close(): unknown }[] = [];

afterEach(async () => {
  await gateway.close();
  await Promise.all(others.splice(0).map((other) => other.close()));
});

/** A node that accepts a request and then dies: the caller cannot know whether it was carried out. */
async function startDyingNode(): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      requests += 1;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  others.push({ close: () => server.close() });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

/** A gateway with one failing node of a service and one that works; the failing one is tried first. */
async function startOver(failing: string, service: 'chat' | 'groups' | 'media' = 'chat'): Promise<EchoService> {
  const good = await startEchoService(service);
  others.push(good);
  gateway = await startGateway({ [`${service.toUpperCase()}_URL`]: `${good.url},${failing}` });
  return good;
}

const post = (path: string, body: object | string) =>
  gateway.call(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

const remove = (path: string) => gateway.call(path, { method: 'DELETE' });

test('a node that refuses the connection is followed by another, for every kind of call', async () => {
  const good = await startOver(nobody);
  const calls = [
    () => gateway.call('/api/chat'),
    () => post('/api/chat/send', { chatId: 'x', text: 'Amen' }),
    () => post('/api/chat/react', { chatId: 'x' }),
    () => gateway.call('/api/chat/x', { method: 'PATCH', body: '{}' }),
    () => remove('/api/chat/x'),
  ];
  for (const call of [...calls, ...calls]) expect((await call()).status).toBe(200);
  expect(good.seen.length).toBe(10);
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/gateway_retries_total\{service="chat".*\} [1-9]/);
  for (const other of ['identity', 'groups', 'media'])
    expect(metrics).toContain(`gateway_retries_total{service="${other}"} 0\n`);
});

test('an upload too follows a refused connection, whole', async () => {
  const good = await startEchoService('media');
  others.push(good);
  gateway = await startGateway({ MEDIA_URL: `${good.url},${nobody}` });
  for (const _ of [1, 2]) {
    const answer = await gateway.call('/api/upload-avatar', { method: 'POST', body: 'x'.repeat(300_000) });
    expect(answer.status).toBe(200);
    expect(good.seen.at(-1)?.body.length).toBe(300_000);
  }
});

test.each<[string, () => Promise<Response>]>([
  ['a read', () => gateway.call('/api/chat/x/messages')],
  ['the deletion of a message', () => remove('/api/chat/x/messages/m')],
  ['a send with a clientId', () => post('/api/chat/send', { chatId: 'x', text: 'Amen', clientId: 'c1' })],
  ['a reaction that is set', () => post('/api/chat/react', { chatId: 'x', messageId: 'm', emoji: '🙏', on: true })],
  ['a create, which finds what it made', () => post('/api/chat/create', { users: ['x'], isGroup: false })],
  ['a read position', () => post('/api/chat/x/read', { seq: 3 })],
])('%s that a node died on is sent to another', async (_, call) => {
  const dying = await startDyingNode();
  const good = await startOver(dying.url);
  // The order alternates, so one of the two calls reaches the dying node first.
  for (const _of of [1, 2]) expect((await call()).status).toBe(200);
  expect(dying.requests()).toBe(1);
  expect(good.seen.length).toBe(2);
});

test.each<[string, () => Promise<Response>, ('groups' | 'media')?]>([
  ['a send without a clientId', () => post('/api/chat/send', { chatId: 'x', text: 'Amen' })],
  ['a send with a clientId that is none', () => post('/api/chat/send', { chatId: 'x', text: 'Amen', clientId: 7 })],
  ['a send that cannot be read', () => post('/api/chat/send', '{"clientId":"c1"')],
  ['a reaction that toggles', () => post('/api/chat/react', { chatId: 'x', messageId: 'm', emoji: '🙏' })],
  ['a change', () => gateway.call('/api/chat/x', { method: 'PATCH', body: '{}' })],
  ['the deletion of a chat', () => remove('/api/chat/x')],
  ['the removal of a group picture', () => remove('/api/chat/x/picture'), 'media'],
  ['the deletion of a group', () => remove('/api/groups/x'), 'groups'],
])('%s that a node died on is never sent twice', async (_, call, service) => {
  const dying = await startDyingNode();
  const good = await startOver(dying.url, service);
  const answers = [await call(), await call()].map(({ status }) => status);
  expect(answers.toSorted()).toEqual([200, 503]);
  expect(dying.requests() + good.seen.length).toBe(2);
});

test('a call on which two nodes died is sent to no third: it may be the call that they die of', async () => {
  const dying = [await startDyingNode(), await startDyingNode(), await startDyingNode()];
  gateway = await startGateway({ CHAT_URL: dying.map(({ url }) => url).join() });
  expect((await gateway.call('/api/chat')).status).toBe(503);
  expect(dying.map(({ requests }) => requests()).toSorted()).toEqual([0, 1, 1]);
});

test('a node that hangs is given up after a while, and what may be repeated goes to another', async () => {
  const hanging = createServer();
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  others.push({ close: () => hanging.close() });
  const address = hanging.address();
  const good = await startOver(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  const send = { chatId: 'x', text: 'Amen' };
  const all = await Promise.all([
    ...[1, 2].map(() => gateway.call('/api/chat')),
    ...[1, 2].map(() => post('/api/chat/send', { ...send, clientId: 'c' })),
    ...[1, 2].map(() => post('/api/chat/send', send)),
  ]);
  expect(all.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const unsafe = all.slice(4).map(({ status }) => status);
  expect(good.seen.filter(({ body }) => body.includes('Amen') && !body.includes('clientId')).length).toBe(
    unsafe.filter((status) => status === 200).length,
  );
});

test('while identity is away nobody new is let in, and they are told to come again', async () => {
  gateway = await startGateway({ IDENTITY_URL: nobody });
  const answer = await gateway.call('/api/chat');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(gateway.chat.seen).toEqual([]);
});

test('a sign-in that is on its way meanwhile ends on the page that says so, and not in JSON', async () => {
  gateway = await startGateway({ IDENTITY_URL: nobody });
  const headers = { 'sec-fetch-mode': 'navigate' };
  const visit = async (path: string) => {
    const { statusCode, headers: told } = await request(`${gateway.url}/api/session/${path}`, { headers });
    return [statusCode, told['location']];
  };
  expect(await visit('callback?state=popup.abc&code=x')).toEqual([302, '/signed-in.html?outcome=failed']);
  expect(await visit('callback?code=x')).toEqual([302, '/?signIn=failed']);
  expect(await visit('google?display=popup')).toEqual([302, '/signed-in.html?outcome=failed']);
  expect((await gateway.call('/api/session/callback')).status).toBe(503);
  // No address at all, for whoever reads it as one.
  expect((await request(`${gateway.url}//:x`, { method: 'PUT', headers })).statusCode).toBe(404);
});

test('when all nodes are away the caller is told at once to come again', async () => {
  gateway = await startGateway({ CHAT_URL: nobody });
  const answer = await gateway.call('/api/chat');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
});

test('a node that comes back is used again', async () => {
  const port = await freePort();
  const first = await startEchoService('chat', { port });
  gateway = await startGateway({ CHAT_URL: first.url });
  expect((await gateway.call('/api/chat')).status).toBe(200);
  await first.close();
  expect((await gateway.call('/api/chat')).status).toBe(503);
  others.push(await startEchoService('chat', { port }));
  await expect.poll(async () => (await gateway.call('/api/chat')).status).toBe(200);
});

test("a service's own answer is passed on, whatever it is", async () => {
  gateway = await startGateway(
    {},
    {
      chat: {
        routes: (app) =>
          app.get('/api/chat/:status', async (request, reply) => {
            const { status } = request.params as { status: string };
            return reply
              .code(Number(status))
              .header('retry-after', '7')
              .send(status === '204' ? undefined : { of: 'the service' });
          }),
      },
    },
  );
  for (const status of [200, 201, 204, 400, 404, 409, 500, 503]) {
    const answer = await gateway.call(`/api/chat/${status}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '7']);
    expect(await answer.text()).toBe(status === 204 ? '' : '{"of":"the service"}');
  }
});

/** A node that sends this much of an answer of `length` bytes, and then breaks off when it is told to. */
async function startBreakingNode(length: number, sent: string): Promise<{ breakOff(): void }> {
  const gone = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${sent}`);
      await gone.promise;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  others.push({ close: () => server.close() });
  const address = server.address();
  gateway = await startGateway({
    CHAT_URL: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  });
  return { breakOff: gone.resolve };
}

const encodings = ['identity', 'gzip', 'br'];
const read = (encoding: string) => gateway.call('/api/chat', { headers: { 'accept-encoding': encoding } });

test.for(encodings)(
  'an answer that breaks off before any of it was passed on is told as a failure: %s',
  async (encoding) => {
    for (const [length, sent] of [
      [100, '[1,2'],
      [10_000, '[1,2'],
      [100_000, ''],
    ] as const) {
      const node = await startBreakingNode(length, sent);
      node.breakOff();
      const answer = await read(encoding);
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
      await gateway.close();
    }
  },
);

test.for(encodings)('an answer that breaks off later breaks off: %s', async (encoding) => {
  const node = await startBreakingNode(4_000_000, `["${randomBytes(1_000_000).toString('hex')}`);
  const answer = await read(encoding);
  expect(answer.status).toBe(200);
  node.breakOff();
  await expect(answer.text()).rejects.toThrow();
});

test('a picture that breaks off is told as a failure, which no browser keeps in its place', async () => {
  const about = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-disposition': 'inline',
    etag: '"x"',
  };
  gateway = await startGateway(
    {},
    {
      media: {
        routes: (app) =>
          app.get('/api/media/avatars/x', (_request, reply) => {
            reply.hijack();
            reply.raw.writeHead(200, { ...about, 'content-length': 100 }).write('PNG');
            setImmediate(() => reply.raw.destroy());
          }),
      },
    },
  );
  const { status, headers } = await gateway.call('/api/media/avatars/x');
  const kept = Object.keys(about).filter((name) => headers.has(name));
  expect([status, kept, headers.get('cache-control')]).toEqual([503, ['cache-control'], 'no-store']);
});

test('it is ready while identity has a node that is alive, whatever else is away', async () => {
  gateway = await startGateway();
  await gateway.media.close();
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  await gateway.identity.close();
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
});
