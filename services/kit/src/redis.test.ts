import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createRedis } from './redis.ts';
import { testStores } from './testing/stores.ts';

const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);
afterEach(() => void process.off('unhandledRejection', remember));

test('what is subscribed to again by itself after a reconnection, and comes to nothing, is nobody’s failure', async () => {
  process.on('unhandledRejection', remember);
  const redis = createRedis(testStores().redisUrl, createLog('silent', 'kit'));
  await redis.ssubscribe('somewhere');
  await redis.subscribe('elsewhere');
  redis.once('close', () =>
    redis.once('ready', () => {
      redis.disconnect();
      redis.stream.destroy();
    }),
  );
  const ended = once(redis, 'end');
  redis.disconnect(true);
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unhandled).toEqual([]);
});
