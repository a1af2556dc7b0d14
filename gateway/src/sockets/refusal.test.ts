import { connect } from 'node:net';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { type Asking, openSocket, statusOf } from '../testing/raw-client.ts';
import { type RawNode, startRawNode, switching } from '../testing/raw-node.ts';
import { startGateway, testOrigin, type TestGateway } from '../testing/start-gateway.ts';

const toClose: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function startNode(): Promise<RawNode> {
  const node = await startRawNode((socket) => socket.write(switching));
  toClose.push(node.close);
  return node;
}

async function startOver(url: string): Promise<TestGateway> {
  const gateway = await startGateway({ CHAT_URL: url });
  toClose.push(gateway.close);
  return gateway;
}

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
  ['of an older protocol', { path: '/socket.io/?EIO=3&transport=websocket' }, 400],
  ['of no protocol', { path: '/socket.io/?transport=websocket' }, 400],
  ['of two protocols', { path: '/socket.io/?EIO=4&EIO=3&transport=websocket' }, 400],
  ['by another transport', { path: '/socket.io/?EIO=4&transport=polling' }, 400],
  ['with a question mark too many', { path: '/socket.io/?EIO=4&transport=websocket?x' }, 400],
  ['of a session that began elsewhere', { path: '/socket.io/?EIO=4&transport=websocket&sid=x' }, 400],
  ['with a key that is none', { headers: ['Sec-WebSocket-Key: x'] }, 400],
  ['with something sent before the answer', { after: 'GET /internal HTTP/1.1\r\n\r\n' }, 400],
])('an upgrade %s is refused before any node hears of it', async (_, asking, status) => {
  const node = await startNode();
  const gateway = await startOver(node.url);
  const client = openSocket(gateway.url, asking);
  await client.closed;
  expect(statusOf(client.received())).toBe(status);
  expect(client.received()).toContain('"code":');
  expect(node.heads).toEqual([]);
});

test.each([
  ['/api/config', 200],
  ['/socket.io/?EIO=4&transport=websocket', 404],
])('an upgrade to something other than a WebSocket is not made: %s is answered as without it', async (path, status) => {
  const gateway = await startOver('http://127.0.0.1:1');
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'];
  socket.write([`GET ${path} HTTP/1.1`, 'Host: x', ...upgrade, '', ''].join('\r\n'));
  const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  socket.destroy();
  expect(statusOf(answer)).toBe(status);
});

test('the origin that was refused is logged beside PUBLIC_URL, once a minute at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  toClose.push(() => vi.useRealTimers());
  const lines: { origin?: string; PUBLIC_URL?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const gateway = await startGateway(
    { CHAT_URL: 'http://127.0.0.1:1' },
    {},
    { log: createLog('info', 'tests', { write }) },
  );
  toClose.push(gateway.close);
  const refuse = (origin: string) => openSocket(gateway.url, { origin }).closed;
  const told = () => lines.filter(({ origin }) => origin !== undefined);

  for (const _ of [1, 2, 3]) await refuse('https://chat.base.example');
  expect(told()).toEqual([
    expect.objectContaining({ level: 'warn', origin: 'https://chat.base.example', PUBLIC_URL: testOrigin }),
  ]);
  vi.advanceTimersByTime(60_000);
  for (const _ of [1, 2, 3]) await refuse(`https://${'x'.repeat(5000)}.example`);
  expect(told().map(({ origin }) => origin?.length)).toEqual(['https://chat.base.example'.length, 200]);
});

test('Socket.IO by another transport is not there', async () => {
  const gateway = await startOver('http://127.0.0.1:1');
  expect((await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(404);
});

test('a client that is not a browser needs no origin', async () => {
  const node = await startNode();
  const client = openSocket((await startOver(node.url)).url, { origin: null });
  await expect.poll(() => statusOf(client.received())).toBe(101);
});

test('the path needs no slash at its end', async () => {
  const node = await startNode();
  const client = openSocket((await startOver(node.url)).url, { path: '/socket.io?EIO=4&transport=websocket&t=a?b' });
  await expect.poll(() => statusOf(client.received())).toBe(101);
  expect(node.heads).toEqual([
    expect.stringMatching(/^GET \/socket\.io\/\?EIO=4&transport=websocket&t=a\?b HTTP\/1\.1\r\n/),
  ]);
});

test('a chat node sees no cookie, no identity and no forwarding header', async () => {
  const node = await startNode();
  const gateway = await startOver(node.url);
  const client = openSocket(gateway.url, {
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
