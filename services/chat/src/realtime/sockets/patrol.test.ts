import { now } from '@koinonia/kit/clock.ts';
import { createMetrics } from '@koinonia/kit/observing/metrics.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChatMetrics } from '../../metrics.ts';
import type { ChatSocket } from './chat-socket.ts';
import { createConnections } from './connections.ts';
import { startPatrol } from './patrol.ts';

const hour = 3_600_000;
let patrol: { close(): void };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  patrol.close();
  vi.useRealTimers();
});

/** A socket of a node that looks at its sockets every second, and how it was ended. */
function watched(endsAt: number | null = null) {
  const connections = createConnections();
  const ended: string[] = [];
  const received = { packets: 0, bytes: 0 };
  connections.add({
    data: { uid: 'ruth', sessionId: null, endsAt, received, joinsUntil: 0, open: null },
    conn: {
      writeBuffer: [],
      transport: { socket: { bufferedAmount: 0, terminate: () => ended.push('cut off') } },
    },
    disconnect: () => ended.push('for good'),
  } as unknown as ChatSocket);
  patrol = startPatrol(connections, createChatMetrics(createMetrics('chat').registry));
  return {
    ended,
    receives(packets: number, bytes: number) {
      received.packets += packets;
      received.bytes += bytes;
    },
    seconds: (count: number) => void vi.advanceTimersByTime(count * 1000),
  };
}

test('a socket that sends little at a time may stay, however much that comes to be', () => {
  const { ended, receives, seconds } = watched();
  for (let second = 0; second < 300; second += 1) {
    receives(100, 2 * 1024 * 1024);
    seconds(1);
  }
  expect(ended).toEqual([]);
});

test.each([
  ['packets', 101, 101],
  ['bytes', 1, 2 * 1024 * 1024 + 1],
])('a socket that sends too many %s in a second is ended for good', (_, packets, bytes) => {
  const { ended, receives, seconds } = watched();
  receives(packets, bytes);
  seconds(1);
  expect(ended).toEqual(['for good']);
});

test('a socket is ended when its token has run out, and not before', () => {
  const { ended, seconds } = watched(now() + hour);
  seconds(3599);
  expect(ended).toEqual([]);
  seconds(1);
  expect(ended).toEqual(['for good']);
});
