import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

const requestWithin = 1500;
const bytes = 40;
let gateway: TestGateway;
let authorization: string;
beforeAll(async () => {
  gateway = await startGateway({}, {}, { requestWithin });
  ({ authorization } = (await gateway.signedIn()).headers);
  // The first call and the first upload take longer than later ones: they must not take all the time there is.
  await gateway.call('/api/me', { headers: { authorization } });
  await gateway.call('/api/chat/x/attachment', { method: 'POST', body: new Blob(['x']), headers: { authorization } });
});
afterAll(() => gateway.close());

const open = () => connect((gateway.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});

/** Sends a call whose body comes byte by byte, and takes several times as long as a request may. */
async function sendSlowly(connection: Socket, path: string, connectionIs = 'close'): Promise<void> {
  connection.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nconnection: ${connectionIs}\r\n` +
      `content-type: application/octet-stream\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  for (let sent = 0; sent < bytes && !connection.destroyed; sent += 1) {
    connection.write('x');
    await wait((2.5 * requestWithin) / bytes);
  }
}

async function answerTo(path: string): Promise<string> {
  const connection = open();
  const [answer] = await Promise.all([text(connection), sendSlowly(connection, path)]);
  return answer;
}

test('an upload may take as long as it takes, for its reader decides how slow is too slow', async () => {
  expect(await answerTo('/api/chat/x/attachment')).toMatch(/^HTTP\/1\.1 200 /);
  expect(gateway.media.seen.at(-1)?.body).toBe('x'.repeat(bytes));
});

test('every other call must arrive in time, also after an upload on the same connection', async () => {
  expect(await answerTo('/api/chat/send')).toMatch(/^HTTP\/1\.1 408 /);
  const connection = open();
  const answers = text(connection);
  await sendSlowly(connection, '/api/chat/x/attachment', 'keep-alive');
  await sendSlowly(connection, '/api/chat/send');
  expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408']);
  expect(gateway.chat.seen).toEqual([]);
});
