import { createServer as createHttpServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Server as SocketServer } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { type RawNode, startRawNode, switching } from '../testing/raw-node.ts';
import { startGateway, testOrigin, type TestGateway } from '../testing/start-gateway.ts';

const mebibyte = 1024 * 1024;
const toClose: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function startNode(behave: Parameters<typeof startRawNode>[0]): Promise<RawNode> {
  const node = await startRawNode(behave);
  toClose.push(node.close);
  return node;
}

async function startOver(...urls: string[]): Promise<TestGateway> {
  const gateway = await startGateway({ CHAT_URL: urls.join(',') });
  toClose.push(gateway.close);
  return gateway;
}

interface Client {
  socket: Socket;
  /** All that has come so far, as latin1. */
  received: () => string;
  closed: Promise<void>;
}

interface Asking {
  path?: string;
  origin?: string | null;
  headers?: string[];
  after?: string;
}

/** Asks the gateway to upgrade, as a browser on our own page would. */
function openSocket(gateway: TestGateway, asking: Asking = {}): Client {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => {});
  const origin = asking.origin === undefined ? testOrigin : asking.origin;
  socket.write(
    [
      `GET ${asking.path ?? '/socket.io/?EIO=4&transport=websocket'} HTTP/1.1`,
      'Host: koinonia.test',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      ...(origin === null ? [] : [`Origin: ${origin}`]),
      ...(asking.headers ?? []),
      '',
      asking.after ?? '',
    ].join('\r\n'),
  );
  toClose.push(() => socket.destroy());
  return { socket, received: () => received, closed: new Promise((resolve) => socket.once('close', () => resolve())) };
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

async function gaugesOf(gateway: TestGateway) {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return { sockets: gauge('gateway_sockets'), upstream: gauge('gateway_upstream_sockets') };
}

/** Nothing is left of any socket: neither at the node, nor in what the gateway counts. */
async function expectNothingLeft(gateway: TestGateway, ...nodes: RawNode[]) {
  await expect.poll(() => nodes.map(({ open }) => open.size), { timeout: 15_000 }).toEqual(nodes.map(() => 0));
  await expect.poll(() => gaugesOf(gateway)).toEqual({ sockets: 0, upstream: 0 });
}

test('a Socket.IO client talks through the gateway, both ways', async () => {
  const server = createHttpServer();
  const sockets = new SocketServer(server, { transports: ['websocket'], serveClient: false });
  sockets.on('connection', (socket) => {
    socket.on('joinChats', (ids: string[], answer: (ids: string[]) => void) => answer(ids.toReversed()));
    socket.emit('hello', socket.handshake.auth);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push(() => sockets.close());
  const address = server.address();
  const gateway = await startOver(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);

  const client = io(gateway.url, { transports: ['websocket'], auth: { token: 't' }, extraHeaders: { origin: testOrigin } });
  toClose.push(() => client.close());
  const hello = await new Promise((resolve) => client.once('hello', resolve));
  expect(hello).toEqual({ token: 't' });
  expect(await client.emitWithAck('joinChats', ['a', 'b'])).toEqual(['b', 'a']);
  const big = 'x'.repeat(300_000);
  expect(await client.emitWithAck('joinChats', [big])).toEqual([big]);
  expect(await gaugesOf(gateway)).toEqual({ sockets: 1, upstream: 1 });
  client.close();
  await expectNothingLeft(gateway);
});

test.each<[string, Asking, number]>([
  ['from another site', { origin: 'https://evil.example' }, 403],
  ['from a site that begins like ours', { origin: `${testOrigin}.evil.example` }, 403],
  ['from our host by another scheme', { origin: testOrigin.replace('http:', 'https:') }, 403],
  ['from a page without an origin of its own', { origin: 'null' }, 403],
  ['with two origins', { headers: ['Origin: https://evil.example'] }, 403],
  ['to the API', { path: '/api/chat' }, 404],
  ['to the inside', { path: '/internal/people' }, 404],
  ['to a path that climbs', { path: '/socket.io/../internal' }, 404],
  ['to another host', { path: 'http://127.0.0.1:8103/socket.io/' }, 404],
  ['with something sent before the answer', { after: 'GET /internal HTTP/1.1\r\n\r\n' }, 400],
])('an upgrade %s is refused before any node hears of it', async (_, asking, status) => {
  const node = await startNode((socket) => socket.write(switching));
  const gateway = await startOver(node.url);
  const client = openSocket(gateway, asking);
  await client.closed;
  expect(statusOf(client.received())).toBe(status);
  expect(client.received()).toContain('"code":');
  expect(node.heads).toEqual([]);
});

test('an upgrade to something else than a WebSocket is refused', async () => {
  const gateway = await startOver('http://127.0.0.1:1');
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.write('GET /socket.io/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  expect(statusOf(answer)).toBe(400);
  expect((await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(404);
});

test('whoever is no browser needs no origin', async () => {
  const node = await startNode((socket) => socket.write(switching));
  const client = openSocket(await startOver(node.url), { origin: null });
  await expect.poll(() => statusOf(client.received())).toBe(101);
});

test('a chat node sees no cookie, no identity and no forwarding header', async () => {
  const node = await startNode((socket) => socket.write(switching));
  const gateway = await startOver(node.url);
  const client = openSocket(gateway, {
    headers: [
      'Cookie: session=mine',
      'X-Koinonia-Caller: forged',
      'X_Koinonia_Caller: forged',
      'X-User-Id: admin',
      'X-Forwarded-For: 10.9.8.7',
      'Authorization: Bearer x',
    ],
  });
  await expect.poll(() => statusOf(client.received())).toBe(101);
  const [head = ''] = node.heads;
  expect(head).toMatch(/^GET \/socket\.io\/\?EIO=4&transport=websocket HTTP\/1\.1\r\n/);
  expect(head).toContain(`host: ${new URL(node.url).host}\r\n`);
  expect(head).toContain('sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n');
  expect(head).not.toMatch(/cookie|forged|admin|10\.9\.8\.7|bearer/i);
});

test('a node that refuses the connection, or dies on it, is followed by another', async () => {
  const dying = await startNode((socket) => socket.destroy());
  const good = await startNode((socket) => socket.write(switching));
  const gateway = await startOver('http://127.0.0.1:1', dying.url, good.url);
  for (const client of [openSocket(gateway), openSocket(gateway)]) {
    await expect.poll(() => statusOf(client.received())).toBe(101);
  }
  expect(await gaugesOf(gateway)).toEqual({ sockets: 2, upstream: 2 });
});

test('without a node that answers it is 503, and nothing is left', async () => {
  const gateway = await startOver('http://127.0.0.1:1');
  const client = openSocket(gateway);
  await client.closed;
  expect(statusOf(client.received())).toBe(503);
  expect(client.received()).toContain('Retry-After: 2\r\n');
  await expectNothingLeft(gateway);
});

test('each socket goes to the node that has the fewest', async () => {
  const nodes = await Promise.all([1, 2, 3].map(() => startNode((socket) => socket.write(switching))));
  const gateway = await startOver(...nodes.map(({ url }) => url));
  for (let index = 0; index < 9; index += 1) {
    const client = openSocket(gateway);
    await expect.poll(() => statusOf(client.received())).toBe(101);
  }
  expect(nodes.map(({ open }) => open.size)).toEqual([3, 3, 3]);
});

test.each([
  ['politely', (socket: Socket) => socket.end()],
  ['by force', (socket: Socket) => socket.resetAndDestroy()],
])('a client that leaves %s before the node answered leaves nothing behind', async (_, leave) => {
  const silent = await startNode(() => {});
  const gateway = await startOver(silent.url);
  const clients = Array.from({ length: 10 }, () => openSocket(gateway));
  await expect.poll(() => silent.heads.length).toBe(10);
  for (const { socket } of clients) leave(socket);
  await expectNothingLeft(gateway, silent);
});

test("a node's refusal is passed on, nothing of the client's follows it, and nothing is left", async () => {
  for (const status of ['401 Unauthorized', '426 Upgrade Required']) {
    let afterwards = '';
    const node = await startNode((socket) => {
      socket.on('data', (chunk) => (afterwards += chunk.toString()));
      // Kept open, as for a next request: a second one must not slip through.
      socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nno`);
    });
    const gateway = await startOver(node.url);
    const client = openSocket(gateway);
    await expect.poll(() => client.received()).toBe(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nno`);
    client.socket.write('GET /internal/people HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.closed;
    await expectNothingLeft(gateway, node);
    expect(afterwards).toBe('');
  }
});

test('a node that hangs is given up', async () => {
  const silent = await startNode(() => {});
  const gateway = await startOver(silent.url);
  const client = openSocket(gateway);
  await client.closed;
  expect(statusOf(client.received())).toBe(503);
  await expectNothingLeft(gateway, silent);
}, 30_000);

test.each([
  ['the client', 'politely', (client: Socket) => client.end()],
  ['the client', 'by force', (client: Socket) => client.resetAndDestroy()],
  ['the node', 'politely', (_: Socket, node: Socket) => node.end()],
  ['the node', 'by force', (_: Socket, node: Socket) => node.resetAndDestroy()],
])('when %s ends a socket %s, both ends are gone', async (_who, _how, end) => {
  const node = await startNode((socket) => socket.write(switching));
  const gateway = await startOver(node.url);
  const client = openSocket(gateway);
  await expect.poll(() => statusOf(client.received())).toBe(101);
  for (const upstream of node.open) end(client.socket, upstream);
  await client.closed;
  await expectNothingLeft(gateway, node);
});

test('what a node said last arrives before the end', async () => {
  const last = 'x'.repeat(2 * mebibyte);
  const node = await startNode((socket) => socket.write(switching, () => socket.end(last)));
  const gateway = await startOver(node.url);
  const client = openSocket(gateway);
  await client.closed;
  expect(client.received().endsWith(last)).toBe(true);
});

test('an end that never answers an end is cut', async () => {
  const node = await startNode((socket) => {
    socket.allowHalfOpen = true;
    socket.write(switching);
  });
  const gateway = await startOver(node.url);
  const client = openSocket(gateway);
  await expect.poll(() => statusOf(client.received())).toBe(101);
  client.socket.end();
  await client.closed;
  await expect.poll(() => gaugesOf(gateway)).toEqual({ sockets: 0, upstream: 0 });
});

test("a client that does not read makes the node's own buffer grow, not the gateway's", async () => {
  const flood = 96 * mebibyte;
  const node = await startNode((socket) => {
    socket.write(switching);
    for (let sent = 0; sent < flood; sent += mebibyte) socket.write(Buffer.alloc(mebibyte));
  });
  const gateway = await startOver(node.url);
  const client = openSocket(gateway);
  await expect.poll(() => statusOf(client.received())).toBe(101);
  client.socket.pause();
  const [upstream] = node.open;
  const waiting = () => upstream?.writableLength ?? 0;
  // Until it stands still: what the two kernels hold is a few MiB, the rest must wait at the node.
  let before = -1;
  await expect.poll(() => before === (before = waiting()), { interval: 300, timeout: 15_000 }).toBe(true);
  expect(waiting()).toBeGreaterThan(flood / 2);
  client.socket.resume();
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
});

test('a gateway that ends takes no more sockets, ends those it has within a few seconds, and leaves none', async () => {
  const node = await startNode((socket) => socket.write(switching));
  const gateway = await startGateway({ CHAT_URL: node.url });
  const clients = Array.from({ length: 20 }, () => openSocket(gateway));
  // One of them reads nothing and would hold up the end for ever.
  const [deaf] = clients;
  for (const client of clients) await expect.poll(() => statusOf(client.received())).toBe(101);
  deaf?.socket.pause();
  for (const socket of node.open) socket.write(Buffer.alloc(16 * mebibyte));
  const closing = gateway.close();
  await closing;
  await Promise.all(clients.slice(1).map(({ closed }) => closed));
  await expect.poll(() => node.open.size).toBe(0);
}, 30_000);
