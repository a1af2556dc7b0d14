import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { answerFrame } from '@koinonia/kit/trunk/trunk-frames.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openSocket, statusOf } from '../testing/raw-client.ts';
import { startGateway } from '../testing/start-gateway.ts';
import { startTrunkNode } from '../testing/trunk-node.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('nothing is kept of clients that are gone, while the trunk by which they were told stays', async () => {
  const node = await startTrunkNode(({ number }, trunk) =>
    trunk.send(...answerFrame(number, { status: 201, body: Buffer.from('{}') })),
  );
  onTestFinished(node.close);
  const gateway = await startGateway({ CHAT_URL: node.url });
  onTestFinished(gateway.close);
  // Otherwise the first clients could have no place on it.
  await eventually(async () => {
    const headers = { 'content-type': 'application/json' };
    await gateway.call('/api/chat/send', { method: 'POST', headers, body: '{}' });
    expect(node.trunks).toHaveLength(1);
  });
  const clients: WeakRef<object>[] = [];
  gateway.app.server.on('upgrade', (_request, socket) => void clients.push(new WeakRef(socket)));
  for (let count = 0; count < 20; count += 1) {
    const { socket, received, closed } = openSocket(gateway.url);
    await expect.poll(() => statusOf(received())).toBe(101);
    socket.end();
    await closed;
  }
  expect(node.sockets.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const kept = () => {
    collectGarbage();
    return clients.filter((client) => client.deref() !== undefined).length;
  };
  // Node.js itself keeps some of the latest for a while.
  await expect.poll(kept, { timeout: 15_000 }).toBeLessThan(5);
  expect(node.trunks).toHaveLength(1);
}, 30_000);
