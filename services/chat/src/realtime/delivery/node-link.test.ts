import { createLog } from '@koinonia/kit/observing/log.ts';
import { createMetrics } from '@koinonia/kit/observing/metrics.ts';
import { createRedis } from '@koinonia/kit/stores/redis.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChatMetrics } from '../../metrics.ts';
import { createRedisLink, type NodeLink } from './node-link.ts';

const log = createLog('silent', 'tests');
let path: FaultyLink;
let link: NodeLink;
let lostEvents: () => Promise<number>;
let subscriber: Redis;
let heard: number;
let losses: number;

beforeEach(async () => {
  const { redisUrl } = testStores();
  path = await startFaultyLink(redisUrl);
  const metrics = createChatMetrics(createMetrics('chat').registry);
  lostEvents = async () => (await metrics.fanOutLost.get()).values[0]?.value ?? 0;
  link = createRedisLink(path.through(redisUrl), log, metrics);
  [heard, losses] = [0, 0];
  link.onLoss(() => (losses += 1));
  subscriber = createRedis(redisUrl, log);
  subscriber.on('smessageBuffer', () => (heard += 1));
  await subscriber.ssubscribe('koinonia:sockets#/#chat#');
});
afterEach(async () => {
  vi.useRealTimers();
  link.close();
  subscriber.disconnect();
  await path.close();
});

const tell = () => link.tellRooms([{ room: 'chat', bytes: Buffer.from('told') }]);

/** Resolves when another node has heard from this one. */
const untilHeard = () => {
  const before = heard;
  return eventually(() => {
    tell();
    expect(heard).toBeGreaterThan(before);
  });
};

test('a node that was held up for two seconds has lost nothing of what it told before', async () => {
  await untilHeard();
  const before = { heard, lost: await lostEvents() };
  // All timers that became due meanwhile run before an answer is read.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  tell();
  vi.advanceTimersByTime(2200);
  vi.useRealTimers();
  await eventually(() => expect(heard).toBeGreaterThan(before.heard));
  await untilHeard();
  expect(await lostEvents()).toBe(before.lost);
});

test('a loss is told as soon as this node can send again, though it has nothing more to send', async () => {
  path.cut();
  tell();
  await eventually(async () => expect(await lostEvents()).toBe(1));
  path.mend();
  await eventually(() => expect(losses).toBe(1));
});

test('losses one after another are told at once and, for all that follow, some seconds later', async () => {
  for (let times = 0; times < 3; times += 1) {
    const before = await lostEvents();
    path.cut();
    tell();
    await eventually(async () => expect(await lostEvents()).toBeGreaterThan(before));
    path.mend();
    await untilHeard();
  }
  await eventually(() => expect(losses).toBe(2));
});

test('a node whose Redis is gone without a word soon hears the others by the one in its place, and says so', async () => {
  let gaps = 0;
  let told = 0;
  link.onTold(() => (told += 1));
  // As Socket.IO does when somebody here joins the chat.
  const rooms = new Server({ adapter: link.adapter! }).of('/').adapter;
  await rooms.addAll('somebody', new Set(['chat']));
  const other = createRedisLink(testStores().redisUrl, log, createChatMetrics(createMetrics('chat').registry));
  const untilTold = async () => {
    const before = told;
    await eventually(() => {
      other.tellRooms([{ room: 'chat', bytes: Buffer.from('told') }]);
      expect(told).toBeGreaterThan(before);
    });
  };
  await untilTold();
  // Gaps count from here on, once it has heard from the other node.
  link.onGap(() => (gaps += 1));
  path.vanish();
  // The last data may still have come over the old connection.
  await eventually(() => expect(gaps).toBe(1));
  await untilTold();
  expect(gaps).toBe(1);
  other.close();
});

test('an installation in another database of the same Redis has channels of its own', async () => {
  const theirUrl = new URL('/1', testStores().redisUrl).href;
  const other = createRedisLink(theirUrl, log, createChatMetrics(createMetrics('chat').registry));
  const theirs = createRedis(theirUrl, log);
  const heardThere: string[] = [];
  const heardHere: string[] = [];
  theirs.on('smessageBuffer', (_, message: Buffer) => heardThere.push(message.toString('latin1').slice(17)));
  subscriber.on('smessageBuffer', (_, message: Buffer) => heardHere.push(message.toString('latin1').slice(17)));
  await theirs.ssubscribe('koinonia:1:sockets#/#chat#');
  await eventually(() => {
    other.tellRooms([{ room: 'chat', bytes: Buffer.from('theirs') }]);
    expect(heardThere).toContain('theirs');
  });
  await untilHeard();
  expect([new Set(heardThere), new Set(heardHere)]).toEqual([new Set(['theirs']), new Set(['told'])]);
  other.close();
  theirs.disconnect();
});
