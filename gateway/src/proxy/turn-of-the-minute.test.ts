import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { noNewChatHeader } from '@koinonia/contracts/chat-internal.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createImpatientRedis } from '@koinonia/kit/stores/redis.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Redis } from 'ioredis';
import { createLimits } from '../limits/limits.ts';
import { createNewChatLimit } from './new-chats.ts';

const minute = 60_000;
const limit = 2;
const settings = { call: 99, send: 99, newChat: limit, signIn: 99, callback: 99, refused: 99, socket: 99 };

let redis: Redis;
beforeAll(async () => {
  redis = createImpatientRedis(testStores().redisUrl, createLog('silent', 'tests'), { answersWithin: 5000 });
  await once(redis, 'ready');
});
afterAll(() => redis.disconnect());
afterEach(() => void vi.restoreAllMocks());

/** From now on time passes in this process only by what this returns. */
function stopClock(): (ms: number) => void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return (ms) => void (now += ms);
}

test.each([
  ['in Redis', () => redis],
  ['in this process', () => null],
])('what is refused after its minute has ended does not count for the next one (%s)', async (_, store) => {
  const pass = stopClock();
  const limitNewChats = createNewChatLimit(createLimits(settings, store(), () => {}));
  const uid = randomUUID();
  let asked = 0;
  /** The status that a person gets for opening a chat that is not there yet; chat may hold back its answer. */
  const open = (held: Promise<void> = Promise.resolve()): Promise<number> =>
    limitNewChats(uid, Buffer.from(randomUUID()), async (headers) => {
      asked += 1;
      await held;
      return { statusCode: noNewChatHeader in headers ? 429 : 201, headers: {}, body: Buffer.alloc(0) };
    }).then(
      ({ statusCode }) => statusCode,
      ({ status }: { status: number }) => status,
    );
  const times = async (count: number) => {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) all.push(await open());
    return all;
  };

  expect(await times(limit)).toEqual([201, 201]);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const late = [open(held), open(held), open(held)];
  await expect.poll(() => asked).toBe(limit + late.length);
  pass(minute);
  // Redis has a clock of its own.
  await store()?.del(`koinonia:limit:newChat:${uid}`);
  await expect.poll(() => open()).toBe(201);
  letGo();
  expect(await Promise.all(late)).toEqual([429, 429, 429]);
  expect(await times(limit + 2)).toEqual([201, 429, 429, 429]);
});
