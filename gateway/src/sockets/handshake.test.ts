import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startRawNode, switching } from '../testing/raw-node.ts';
import { shakeHands } from './handshake.ts';

/** Nothing runs in this process for so many ms. */
const holdUp = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a gateway that was held up itself does not give the node up', async () => {
  const node = await startRawNode((socket) => socket.write(switching));
  onTestFinished(node.close);
  const request = { url: '/socket.io/?EIO=4&transport=websocket', headers: {} } as IncomingMessage;
  const shaking = shakeHands(node.url, request, {
    requestId: 'one',
    place: null,
    signal: new AbortController().signal,
  });
  // By then it connects: how soon the system does so is not what is tested.
  await new Promise((resolve) => process.nextTick(resolve));
  holdUp(1500);
  const { upstream, accepted } = await shaking;
  onTestFinished(() => void upstream.destroy());
  expect(accepted).toBe(true);
});
