import { once } from 'node:events';
import { createServer as createWebServer, globalAgent, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../testing/stores.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

const [s3] = testStores().s3;
let link: Server;
let files: FileStore;
/** The next connection that is reused is closed instead, as by a store that has just considered it idle. */
let closesNext = false;

beforeAll(async () => {
  const { hostname, port } = new URL(s3!.endpoint);
  link = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isUsed = false;
    near.on('data', (bytes) => {
      if (!isUsed || !closesNext) return far.write(bytes);
      closesNext = false;
      return near.destroy();
    });
    far.on('data', (bytes) => {
      isUsed = true;
      near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(link, 'listening');
  const endpoint = `http://127.0.0.1:${(link.address() as AddressInfo).port}`;
  files = await createS3Store({ ...s3!, endpoint, bucket: `tests-${Date.now()}` });
  await files.put('kept', Readable.from(['kept']), { contentType: 'text/plain', size: 4 });
});
afterAll(() => link.close());

const list = async () => {
  const names: string[] = [];
  for await (const name of files.list('')) names.push(name);
  return names;
};

test.each<[string, () => Promise<unknown>, unknown]>([
  ['reading', async () => text((await files.get('kept'))!.body), 'kept'],
  ['listing', list, ['kept']],
  ['deleting', () => files.delete('nothing'), undefined],
  ['looking for the store', () => files.ping(), undefined],
])('%s goes on when the store closes a connection that was unused', async (_what, ask, answer) => {
  await files.ping();
  closesNext = true;
  expect(await ask()).toEqual(answer);
  expect(closesNext).toBe(false);
});

test.each<[string, RequestListener]>([
  [
    'shows a page at every address, as the console of a store does',
    (_, answer) => answer.end('<!doctype html><p>Hello'),
  ],
  ['knows no such address', (_, answer) => answer.writeHead(404, { 'content-type': 'application/json' }).end('{}')],
])('a server that is no store and %s is told by the name of its address', async (_, answers) => {
  const server = createWebServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opening = createS3Store({ ...s3!, endpoint, bucket: 'tests', patience: 0 });
  await expect(opening).rejects.toThrow(/^S3_ENDPOINT/);
  server.close();
});

const emptyList = '<ListBucketResult><Name>tests</Name></ListBucketResult>';

/** A store with a bucket of its own, and a server that answers for it as it is told as soon as it is open. */
async function openStandIn(answers: RequestListener, options: { silence?: number } = {}) {
  let isOpen = false;
  const server = createWebServer((asked, answer) => {
    if (isOpen) return answers(asked, answer);
    answer.setHeader('content-type', 'application/xml').end(asked.method === 'GET' ? emptyList : '');
  }).listen(0, '127.0.0.1');
  // It closes no connection by itself.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const place = { endpoint: `http://127.0.0.1:${port}`, bucket: 'tests', patience: 0 };
  const store = await createS3Store({ ...s3!, ...options, ...place });
  isOpen = true;
  return { store, port };
}

const connectionsInUse = (port: number) =>
  globalAgent.sockets[globalAgent.getName({ host: '127.0.0.1', port })]?.length ?? 0;

test.each([408, 429, 499, 500, 502, 503, 504, 520])('an answer with %i gives its connection back', async (status) => {
  const { store, port } = await openStandIn((_, answer) => answer.writeHead(status).end('x'.repeat(100_000)));
  for (const name of ['a', 'b', 'c']) await expect(store.delete(name)).rejects.toThrow();
  await expect.poll(() => connectionsInUse(port)).toBe(0);
});

describe('a file that comes with a rest for longer than the store may be silent', () => {
  const silence = 1000;
  const part = Buffer.alloc(16 * 2 ** 20);
  async function* parts() {
    yield part;
    await wait(1.5 * silence);
    yield part;
  }
  const put = (store: FileStore) =>
    store.put('rests', Readable.from(parts()), { contentType: 'video/mp4', size: 2 * part.length });

  test('is stored', async () => {
    let taken = 0;
    const { store } = await openStandIn(
      (asked, answer) => asked.on('data', ({ length }) => (taken += length)).on('end', () => answer.end()),
      { silence },
    );
    await put(store);
    expect(taken).toBe(2 * part.length);
  });

  test.each<[string, RequestListener]>([
    ['takes no more of it', (asked) => asked.once('data', () => asked.pause())],
    ['takes all of it and says nothing', (asked) => asked.resume()],
  ])('is given up when the store %s', async (_what, answers) => {
    const { store } = await openStandIn(answers, { silence });
    await expect(put(store)).rejects.toThrow('the file store stopped answering');
  });
});

test('a store that has lost its bucket is not there', async () => {
  const { store } = await openStandIn((_, answer) => answer.writeHead(404).end());
  await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' });
});
