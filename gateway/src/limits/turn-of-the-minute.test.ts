import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { noNewChatHeader } from '@koinonia/contracts/chat-internal.ts';
import { createLog } from '@koinonia/kit/log.ts';
import { createRedis } from '@koinonia/kit/redis.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Redis } from 'ioredis';
import { createLimits } from './limits.ts';
import { createNewChatLimit } from './new-chats.ts';

/** Ms that stand for a minute here. */
const minute = 3000;
const limit = 2;
const settings = { call: 99, send: 99, newChat: limit, signIn: 99, refused: 99, socket: 99 };

let redis: Redis;
beforeAll(async () => {
  redis = createRedis(testStores().redisUrl, createLog('silent', 'tests'), { failFast: true, answersWithin: 5000 });
  await once(redis, 'ready');
});
afterAll(() => redis.disconnect());

test.each([
  ['in Redis', () => redis],
  ['in this process', () => null],
])('what is refused after its minute has ended does not count for the next one (%s)', async (_, store) => {
  const limitNewChats = createNewChatLimit(createLimits(settings, store(), () => {}, minute));
  const uid = randomUUID();
  /** The status that a person gets for opening a chat that is not there yet; chat may hold back its answer. */
  const open = (held: Promise<void> = Promise.resolve()): Promise<number> =>
    limitNewChats(uid, Buffer.from(randomUUID()), async (headers) => {
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
  await expect.poll(() => open(), { timeout: 2 * minute }).toBe(201);
  letGo();
  expect(await Promise.all(late)).toEqual([429, 429, 429]);
  expect(await times(limit + 2)).toEqual([201, 429, 429, 429]);
});
