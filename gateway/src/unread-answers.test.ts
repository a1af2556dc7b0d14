import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from './testing/start-gateway.ts';

/** More than the buffers of a connection hold. */
const large = 40 * 1024 * 1024;

let dist: string;
let gateway: TestGateway | undefined;
const clients: Socket[] = [];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'koinonia-unread-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<!doctype html>');
  await writeFile(join(dist, 'assets/large.js'), Buffer.alloc(large, ' '));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await gateway?.close();
  gateway = undefined;
});
afterAll(() => rm(dist, { recursive: true }));

async function start(silentFor?: number): Promise<TestGateway> {
  gateway = await startGateway({ WEB_DIST: dist }, {}, silentFor === undefined ? {} : { silentFor });
  return gateway;
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: koinonia.test\r\n\r\n`;

/** Sends all of this at once, and reads nothing. */
async function send({ url }: TestGateway, ...requests: string[]): Promise<Socket> {
  const client = connect(Number(new URL(url).port), '127.0.0.1').pause();
  clients.push(client);
  client.on('error', () => {});
  await once(client, 'connect');
  client.write(requests.join(''));
  return client;
}

/** How often this process has the large file open. */
async function timesOpen(): Promise<number> {
  const open = await readdir('/proc/self/fd');
  const files = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return files.filter((file) => file.endsWith('/assets/large.js')).length;
}

const connections = ({ app }: TestGateway) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('an answer that nobody reads is given up after a time, with its file', async () => {
  const running = await start(1000);
  await send(running, ask('/assets/large.js'));
  await expect.poll(timesOpen).toBe(1);
  await expect.poll(() => connections(running), { timeout: 20_000 }).toBe(0);
  await expect.poll(timesOpen).toBe(0);
});

test('whoever reads slowly, but steadily, gets the whole of it', async () => {
  const client = await send(await start(2000), ask('/assets/large.js'));
  let bytes = 0;
  const from = performance.now();
  while (bytes < large && !client.destroyed) {
    bytes += (client.read() as Buffer | null)?.length ?? 0;
    // 40 of them take twice as long as a connection may be silent.
    const due = from + (bytes / large) * 4000;
    await wait(Math.max(5, due - performance.now()));
  }
  expect(bytes).toBeGreaterThanOrEqual(large);
  expect(performance.now() - from).toBeGreaterThan(3000);
});

test('what is asked ahead of an answer waits until it is read', async () => {
  const running = await start();
  const { headers } = await running.signedIn();
  const files = Array.from({ length: 5 }, () => ask('/assets/large.js'));
  const call = ask('/api/chat').replace('\r\n\r\n', `\r\nAuthorization: ${headers.authorization}\r\n\r\n`);
  const client = await send(running, ...files, call);
  await expect.poll(timesOpen).toBe(1);
  // Long enough for all of them, if they did not wait.
  await running.call('/api/groups');
  expect([await timesOpen(), running.chat.seen.length]).toEqual([1, 0]);
  client.resume();
  await expect.poll(() => running.chat.seen.length, { timeout: 60_000 }).toBe(1);
});

test('answers come in the order in which they were asked for', async () => {
  const client = await send(
    await start(),
    ...Array.from({ length: 50 }, (_, n) => ask(`/api/config?${n}`)),
    ask('/none.x'),
  );
  let received = '';
  client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1'))).resume();
  await expect
    .poll(() => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)))
    .toEqual([...Array.from({ length: 50 }, () => 200), 404]);
});

test('whoever asks for very much ahead is cut off', async () => {
  const client = await send(await start(), ask('/assets/large.js'), ...Array.from({ length: 500 }, () => ask('/')));
  await expect.poll(() => connections(gateway!)).toBe(0);
  await expect.poll(timesOpen).toBe(0);
  client.destroy();
});
