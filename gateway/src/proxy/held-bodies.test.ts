import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { createHeldBodies } from './held-bodies.ts';

let gateway: TestGateway;
let mine: string;
let open: Socket[] = [];
beforeAll(async () => {
  gateway = await startGateway();
  mine = (await gateway.signedIn()).headers.authorization;
});
afterEach(() => {
  for (const connection of open) connection.destroy();
  open = [];
});
afterAll(() => gateway.close());

interface Begun {
  readonly connection: Socket;
  readonly status: Promise<number>;
}

/** Begins a call whose body has this length, and sends no more of it than its first byte. */
function begin(path: string, headers: readonly string[]): Begun {
  const connection = connect((gateway.app.server.address() as AddressInfo).port, '127.0.0.1');
  connection.on('error', () => {});
  open.push(connection);
  const status = once(connection, 'data').then(([answer]: Buffer[]) => Number(String(answer).split(' ', 2)[1]));
  connection.write([`POST ${path} HTTP/1.1`, 'host: x', ...headers, '', 'x'].join('\r\n'));
  return { connection, status };
}

test('whoever begins large bodies and does not end them has no room for more, and everybody else has', async () => {
  const list = () => begin('/api/invitations', [`authorization: ${mine}`, 'content-length: 6000000']);
  const begun = [list(), list(), list()];
  expect(await Promise.race(begun.map(({ status }) => status))).toBe(429);
  const another = (await gateway.signedIn()).headers;
  const send = (headers: Record<string, string>, bytes: number) =>
    gateway.call('/api/invitations', { method: 'POST', headers, body: 'x'.repeat(bytes) });
  // In this test, the service knows no such call.
  expect((await send(another, 100_000)).status).toBe(404);
  expect((await send({ authorization: mine }, 6_000_000)).status).toBe(429);

  for (const { connection } of begun) connection.destroy();
  await eventually(async () => expect((await send({ authorization: mine }, 6_000_000)).status).toBe(404));
});

test('of callers who may be anybody, nothing large is held at all', async () => {
  expect(await begin('/api/session/token', ['content-length: 70000']).status).toBe(413);
});

describe('the room for bodies', () => {
  const answer = () => new ServerResponse(new IncomingMessage(new Socket()));
  const ofLength = (length: number) => ({ headers: { 'content-length': String(length) }, limit: 100_000 });
  const chunked = { headers: { 'transfer-encoding': 'chunked' }, limit: 100_000 };

  test('is that of all together, too, and is given back with each answer', () => {
    const bodies = createHeldBodies({ ofAll: 150_000, ofOne: 100_000 });
    const first = answer();
    bodies.hold(chunked, 'ruth', first);
    expect(() => bodies.hold(ofLength(5000), 'ruth', answer())).toThrow(expect.objectContaining({ status: 429 }));
    expect(() => bodies.hold(chunked, 'ben', answer())).toThrow(expect.objectContaining({ status: 503 }));
    bodies.hold(ofLength(4096), 'ruth', answer());
    bodies.hold(ofLength(50_000), 'ben', answer());
    first.emit('close');
    bodies.hold(chunked, 'lea', answer());
  });

  test('is not taken for a caller who has left before', async () => {
    const bodies = createHeldBodies({ ofAll: 100_000, ofOne: 100_000 });
    const socket = new Socket();
    const gone = new ServerResponse(new IncomingMessage(socket));
    gone.assignSocket(socket);
    const left = once(gone, 'close');
    socket.destroy();
    await left;
    bodies.hold(chunked, 'ruth', gone);
    bodies.hold(chunked, 'ruth', answer());
  });
});
