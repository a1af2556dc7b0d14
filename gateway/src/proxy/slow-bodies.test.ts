import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** Begins to send a message: the head, and the first byte of the body. */
async function beginSend({ authorization }: { authorization: string }) {
  const connection = connect((gateway.app.server.address() as AddressInfo).port, '127.0.0.1');
  const head = ['POST /api/chat/send HTTP/1.1', 'host: x', `authorization: ${authorization}`, 'content-length: 2'];
  connection.write([...head, 'content-type: application/json', '', '{'].join('\r\n'));
  const begunAt = performance.now();
  return {
    isLate: () => performance.now() - begunAt > 2000,
    async end(): Promise<string> {
      connection.write('}');
      const [answer] = (await once(connection, 'data')) as [Buffer];
      connection.destroy();
      return String(answer);
    },
  };
}

test.each([
  ['signed out', 401, ({ sessionId }: { sessionId: string }) => gateway.identity.endSession(sessionId)],
  ['deactivated', 403, ({ uid }: { uid: string }) => gateway.identity.deactivate(uid)],
])('whoever is %s while a body is on its way is refused when it has come', async (_how, status, end) => {
  const somebody = await gateway.signedIn();
  const begun = await beginSend(somebody.headers);
  const call = async () => (await gateway.call('/api/chat', { headers: somebody.headers })).status;
  expect(await call()).toBe(200);
  end(somebody);
  await expect.poll(call).toBe(status);
  await expect.poll(begun.isLate).toBe(true);
  expect(await begun.end()).toContain(`HTTP/1.1 ${status} `);
});

test('a body that takes long is no reason to refuse anybody', async () => {
  const begun = await beginSend((await gateway.signedIn()).headers);
  await expect.poll(begun.isLate).toBe(true);
  expect(await begun.end()).toContain('HTTP/1.1 200 ');
});
