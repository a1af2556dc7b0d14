import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterEach, expect, test } from 'vitest';
import { createToldClients } from './told-clients.ts';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

const handshake = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n');
const block = Buffer.concat([Buffer.of(0x82, 126, 0xff, 0xff), Buffer.alloc(65_535)]);

/** Both ends of a connection. */
async function connection(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [near] = (await once(server, 'connection')) as [Socket];
  toClose.push(
    () => [near, far].map((socket) => socket.destroy()),
    () => server.close(),
  );
  for (const socket of [near, far]) socket.on('error', () => {});
  return [near, far];
}

/** A browser that is told things, whose own connection began with these bytes, and how many bytes it has read. */
async function browser(began: Buffer) {
  const [client, reader] = await connection();
  const [upstream] = await connection();
  let read = 0;
  reader.on('data', (chunk: Buffer) => (read += chunk.length));
  let slow = 0;
  const told = createToldClients(() => (slow += 1))(client);
  told.follow(began, upstream);
  return { tell: told.tell, read: () => read, slow: () => slow, isCut: () => client.destroyed };
}

test('no browser that took everything before is cut by how much it is told at once', async () => {
  const { tell, read, slow, isCut } = await browser(handshake);
  const much = Buffer.concat(Array.from({ length: 18 }, () => block));
  for (let count = 1; count <= 5; count += 1) {
    tell(much);
    tell(block);
    await eventually(() => expect(isCut() || read() === count * (much.length + block.length)).toBe(true));
    expect([isCut(), slow()]).toEqual([false, 0]);
  }
});

test('a browser whose own message does not end is cut when too much waits for that', async () => {
  const { tell, read, slow, isCut } = await browser(Buffer.concat([handshake, block.subarray(0, 7)]));
  let count = 0;
  await eventually(
    () => {
      tell(block);
      count += 1;
      expect(isCut()).toBe(true);
    },
    { interval: 5 },
  );
  expect([read(), slow()]).toEqual([0, 1]);
  expect(count).toBeGreaterThan(16);
});
