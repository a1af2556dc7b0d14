import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { Server as SocketServer } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { openSocket as openRawSocket, type RawClient, statusOf } from '../testing/raw-client.ts';
import { type RawNode, startRawNode, switching } from '../testing/raw-node.ts';
import { startGateway, testOrigin, type TestGateway } from '../testing/start-gateway.ts';

const mebibyte = 1024 * 1024;
const toClose: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function startNode(...how: Parameters<typeof startRawNode>): Promise<RawNode> {
  const node = await startRawNode(...how);
  toClose.push(node.close);
  return node;
}

function openSocket(gateway: TestGateway): RawClient {
  const client = openRawSocket(gateway.url);
  toClose.push(() => client.socket.destroy());
  return client;
}

async function startOver(...urls: string[]): Promise<TestGateway> {
  const gateway = await startGateway({ CHAT_URL: urls.join(',') });
  toClose.push(gateway.close);
  return gateway;
}

async function gaugesOf(gateway: TestGateway) {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return { sockets: gauge('gateway_sockets'), upstream: gauge('gateway_upstream_sockets') };
}

const connectionsOf = ({ app }: TestGateway) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

/** No socket is left: neither at the nodes, nor in the gateway's metrics. */
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

  const client = io(gateway.url, {
    transports: ['websocket'],
    auth: { token: 't' },
    extraHeaders: { origin: testOrigin },
  });
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

test('people who all come at once to two gateways are shared evenly by the nodes', async () => {
  const nodes = await Promise.all([1, 2, 3, 4].map(() => startNode((socket) => socket.write(switching))));
  const urls = nodes.map(({ url }) => url);
  const gateways = await Promise.all([startOver(...urls), startOver(...urls)]);
  const clients = gateways.flatMap((gateway) => Array.from({ length: 100 }, () => openSocket(gateway)));
  await expect.poll(() => clients.filter(({ received }) => statusOf(received()) === 101).length).toBe(clients.length);
  // Each gateway knows only its own sockets, and spreads those evenly. A socket that a slow node delays goes to another one.
  for (const { open } of nodes) {
    expect(open.size).toBeGreaterThanOrEqual(40);
    expect(open.size).toBeLessThanOrEqual(60);
  }
});

test('a node that joins gets whoever comes next, until it has as many; nobody who is there is moved', async () => {
  const first = await startNode((socket) => socket.write(switching));
  const port = await freePort();
  const gateway = await startOver(first.url, `http://127.0.0.1:${port}`);
  const comeIn = async () => {
    const client = openSocket(gateway);
    await expect.poll(() => statusOf(client.received())).toBe(101);
  };
  for (let index = 0; index < 6; index += 1) await comeIn();
  expect(first.open.size).toBe(6);

  const joined = await startNode((socket) => socket.write(switching), port);
  // It failed a moment ago, so it rests briefly; then it is the node with the fewest sockets.
  await expect.poll(() => comeIn().then(() => joined.open.size), { timeout: 15_000 }).toBeGreaterThan(0);
  while (joined.open.size < first.open.size) await comeIn();
  const [before, here] = [first.open.size, joined.open.size];
  expect(before).toBeGreaterThanOrEqual(6);
  for (let index = 0; index < 4; index += 1) await comeIn();
  expect([first.open.size, joined.open.size]).toEqual([before + 2, here + 2]);
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
      // The connection stays open, as for a next request: a second request must not pass through it.
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
  client.socket.once('data', () => client.socket.pause());
  await expect.poll(() => statusOf(client.received())).toBe(101);
  const [upstream] = node.open;
  const waiting = () => upstream?.writableLength ?? 0;
  // Until the count stops growing: the two kernels buffer a few MiB, the rest must wait at the node.
  let before = -1;
  await expect.poll(() => before === (before = waiting()), { interval: 300 }).toBe(true);
  expect(waiting()).toBeGreaterThan(flood / 2);
  client.socket.resume();
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
});

test('a gateway that ends takes no more sockets, ends those it has within a few seconds, and leaves none', async () => {
  const node = await startNode((socket) => socket.write(switching));
  const gateway = await startGateway({ CHAT_URL: node.url });
  const clients = Array.from({ length: 20 }, () => openSocket(gateway));
  // One of them reads nothing and would delay the shutdown for ever.
  const [deaf] = clients;
  for (const client of clients) await expect.poll(() => statusOf(client.received())).toBe(101);
  deaf?.socket.pause();
  for (const socket of node.open) socket.write(Buffer.alloc(16 * mebibyte));
  const closing = gateway.close();
  await closing;
  await Promise.all(clients.slice(1).map(({ closed }) => closed));
  await expect.poll(() => node.open.size).toBe(0);
}, 30_000);

test('a handshake that is finished only after the gateway began to end is sent elsewhere', async () => {
  const node = await startNode((socket) => socket.write(switching));
  const gateway = await startGateway({ CHAT_URL: node.url });
  const client = openRawSocket(gateway.url, { unfinished: true });
  await expect.poll(() => connectionsOf(gateway)).toBe(1);
  const closing = gateway.close();
  await expect.poll(() => gateway.app.server.listening).toBe(false);
  client.socket.write('\r\n');
  await expect.poll(() => statusOf(client.received())).toBe(503);
  expect(node.heads).toEqual([]);
  await closing;
});
