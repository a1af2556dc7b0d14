import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRedisQueue } from '@koinonia/kit/jobs/redis-queue.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createRedis } from '@koinonia/kit/stores/redis.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attached, chatOf, idOf, type Media, s3Environment, startMedia } from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';
import { imageQueue } from './image-job.ts';
import { selectForgotten } from './queries.ts';
import { createImagePool } from './image-pool.ts';

const log = createLog('silent', 'tests');
const [ruth, ben, eva] = [randomUUID(), randomUUID(), randomUUID()];
/** A Redis database that no other test file uses. */
const redisUrl = new URL('/10', testStores().redisUrl).href;
const redis = createRedis(redisUrl, log);
let media: Media;

beforeAll(async () => {
  await redis.flushdb();
  media = await startMedia({ ...s3Environment(), REDIS_URL: redisUrl });
});
afterAll(async () => {
  await media.stop();
  await redis.quit();
});

test('nobody’s photo waits for all those that somebody else has sent, also after the queue has lost its jobs', async () => {
  const bytes = await photo(60, 40);
  const chats = new Map([ruth, ben, eva].map((uid) => [uid, chatOf(media, uid)]));
  const ids: string[] = [];
  for (const uid of [ruth, ruth, ruth, ben, ruth, eva, ben]) {
    const { url } = await attached(media, uid, chats.get(uid) ?? '', { bytes });
    ids.push(idOf(url));
  }
  const inTurn = [0, 3, 5, 1, 6, 2, 4].map((place) => ids[place]);

  const done: string[] = [];
  const worker = createRedisQueue(redisUrl, imageQueue, log);
  worker.work({ handle: async ({ uploadId }) => done.push(uploadId) });
  await eventually(() => expect(done.slice(0, ids.length)).toEqual(inTurn));
  await worker.close();

  expect((await selectForgotten(media.db, 0)).map(({ id }) => id)).toEqual(inTurn);
});

test('nobody’s file waits to be looked at for all those that somebody else sends', async () => {
  const path = join(media.config.spoolFolder, 'a-text');
  await writeFile(path, 'Some words');
  const pool = createImagePool({ size: 1, niceness: 0, staysReady: false, log });
  const done: string[] = [];
  const look = async (uid: string, name: string) => {
    await pool.run({ task: 'recognise', path }, uid);
    done.push(name);
  };
  await Promise.all([look(ruth, 'r1'), look(ruth, 'r2'), look(ruth, 'r3'), look(ben, 'b1'), look(eva, 'e1')]);
  expect(done).toEqual(['r1', 'b1', 'e1', 'r2', 'r3']);
  pool.close();
});
