import { randomUUID } from 'node:crypto';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createRedis } from '@koinonia/kit/stores/redis.ts';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFailingStore } from '../testing/failing-store.ts';
import {
  ask,
  attached,
  chatOf,
  idOf,
  type Media,
  namesIn,
  refusalOf,
  s3Environment,
  sendAttachment,
  startMedia,
  statusOf,
  whenWorkedOn,
} from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';
import { imageProcesses, startWorker } from '../testing/worker.ts';

// Claims, locks and time limits expire in real time here, on machines that may be busy.
vi.setConfig({ testTimeout: 150_000 });

const log = createLog('silent', 'tests');
const ruth = randomUUID();
/** A Redis database that no other test file uses. */
const redisUrl = new URL('/9', testStores().redisUrl).href;
const redis = createRedis(redisUrl, log);
const patience = { timeout: 60_000, interval: 20 };
let large: Buffer;

beforeAll(async () => {
  large = await photo(1200, 800);
});
afterAll(() => redis.quit());

const rowOf = (media: Media, url: string) =>
  media.db.selectFrom('uploads').selectAll().where('id', '=', idOf(url)).executeTakeFirstOrThrow();
const whenClaimed = (media: Media, url: string, tries = 1) =>
  eventually(async () => expect((await rowOf(media, url)).tries).toBe(tries), { timeout: 60_000, interval: 10 });
/** Makes the claim of a dead worker expire now. */
const letClaimsEnd = (media: Media) =>
  media.db.updateTable('uploads').set({ claimed_until: new Date() }).where('state', '=', 'pending').execute();
const namesOf = async (media: Media, url: string) =>
  (await namesIn(media.files)).filter((name) => name.includes(idOf(url)));
const whole = (url: string) =>
  ['320', '960', '1920'].flatMap((size) =>
    ['jpeg', 'webp'].map((format) => `attachments/${idOf(url)}/${size}.${format}`),
  );

describe('with workers apart, on Redis and S3', () => {
  let media: Media;
  let watchedSince: number;
  let chatId: string;
  const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
  const worker = async () => {
    const started = await startWorker(media.variables);
    workers.push(started);
    return started;
  };

  beforeEach(async () => {
    await redis.flushdb();
    media = await startMedia({ ...s3Environment(), REDIS_URL: redisUrl });
    watchedSince = Date.now();
    chatId = chatOf(media, ruth);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((one) => one.kill()));
    await media.stop();
  });
  const send = () => attached(media, ruth, chatId, { bytes: large });
  /** Kills a worker in the middle of an image: of the next one when it was quicker. */
  async function halfDone(): Promise<string> {
    const [first, { url }] = [await worker(), await send()];
    await whenClaimed(media, url);
    await first.kill();
    const isDone = (await statusOf(await ask(media, ruth, url))) !== 202;
    return isDone ? halfDone() : url;
  }

  test('an image is worked on by any of them, and stored once', async () => {
    await Promise.all([worker(), worker()]);
    const { url } = await send();
    expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
    await expect.poll(() => namesIn(media.files)).toEqual(whole(url).sort());
    expect((await rowOf(media, url)).tries).toBe(1);
  });

  test('a worker that is killed in the middle is followed by another', async () => {
    const url = await halfDone();
    await Promise.all([worker(), letClaimsEnd(media)]);
    await eventually(async () => expect(await statusOf(await ask(media, ruth, url))).toBe(200), {
      timeout: 110_000,
      interval: 200,
    });
    await expect.poll(() => namesOf(media, url)).toEqual(whole(url).sort());
    expect((await rowOf(media, url)).tries).toBe(2);
  });

  test('a worker that is killed and a queue that is wiped are made up for', async () => {
    const url = await halfDone();
    await redis.flushdb();
    await Promise.all([worker(), letClaimsEnd(media)]);
    expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
    await expect.poll(() => namesOf(media, url)).toEqual(whole(url).sort());
  });

  test('a worker that ends takes its image process with it, and what it had begun goes on elsewhere', async () => {
    const first = await worker();
    const { url } = await send();
    await whenClaimed(media, url);
    const own = await eventually(async () => {
      const [found] = await imageProcesses(first.pid);
      return found ?? Promise.reject(new Error('the image was only claimed so far'));
    }, patience);
    expect(await first.stop()).toBe(0);
    await expect.poll(() => imageProcesses()).not.toContain(own);
    if ((await statusOf(await ask(media, ruth, url))) === 202) await Promise.all([worker(), letClaimsEnd(media)]);
    expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
  });

  test('an image that nobody works on in time is failed, and leaves nothing', async () => {
    const { url } = await send();
    expect(await statusOf(await ask(media, ruth, url))).toBe(202);
    // Its time runs out a moment after the service has begun to watch.
    await media.db
      .updateTable('uploads')
      .set({ created_at: new Date(watchedSince - 104_000) } as never)
      .execute();
    expect(await refusalOf(await whenWorkedOn(media, ruth, url))).toEqual([410, 'gone']);
    await expect.poll(() => namesIn(media.files)).toEqual([]);
  });
});

test('while Redis is away, uploads are taken and a worker finds them in the database', async () => {
  const media = await startMedia({ REDIS_URL: 'redis://127.0.0.1:1' });
  const chatId = chatOf(media, ruth);
  const { url } = await attached(media, ruth, chatId, { bytes: large });
  const worker = await startWorker(media.variables);
  expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
  await worker.kill();
  await media.stop();
});

test.each(['cut', 'freeze'] as const)('Redis that goes away in the middle holds up no image (%s)', async (fault) => {
  const link = await startFaultyLink(redisUrl);
  await redis.flushdb();
  const media = await startMedia({ ...s3Environment(), REDIS_URL: link.through(redisUrl) });
  const chatId = chatOf(media, ruth);
  const worker = await startWorker(media.variables);
  const first = await attached(media, ruth, chatId, { bytes: large });
  await whenClaimed(media, first.url);
  link[fault]();
  // Accepted while nothing can be queued.
  const second = await attached(media, ruth, chatId, { bytes: await photo(400, 300) });
  for (const { url } of [first, second]) {
    await eventually(async () => expect(await statusOf(await ask(media, ruth, url))).toBe(200), {
      timeout: 120_000,
      interval: 200,
    });
  }
  link.mend();
  await worker.kill();
  await media.stop();
  await link.close();
});

describe('an image process that dies', () => {
  let media: Media;
  let chatId: string;
  beforeEach(async () => {
    media = await startMedia();
    chatId = chatOf(media, ruth);
  });
  afterEach(() => media.stop());

  /** An image of which so many tries were ended by killing every image process: the next one when it was quicker. */
  async function killedOver(times: number): Promise<string> {
    const { url } = await attached(media, ruth, chatId, { bytes: large });
    for (let tries = 1; tries <= times; tries++) {
      await whenClaimed(media, url, tries);
      const left = await eventually(async () => {
        const pids = await imageProcesses(process.pid);
        const row = await rowOf(media, url);
        if (row.claimed_until === null || row.tries > tries) return row;
        for (const pid of pids) process.kill(pid, 'SIGKILL');
        throw new Error('it may not have ended yet');
      }, patience);
      if (left.state === 'ready' && left.tries === tries) return killedOver(times);
    }
    return url;
  }

  test('once is followed by another', async () => {
    const url = await killedOver(1);
    expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
    expect((await rowOf(media, url)).tries).toBe(2);
  });

  test('twice over the same image fails that image and nothing else', async () => {
    const url = await killedOver(2);
    expect(await refusalOf(await whenWorkedOn(media, ruth, url))).toEqual([410, 'gone']);
    const quicker = await media.db.selectFrom('uploads').select('id').where('id', '!=', idOf(url)).execute();
    const ofQuicker = (name: string) => quicker.some(({ id }) => name.includes(id));
    await expect.poll(async () => (await namesIn(media.files)).filter((name) => !ofQuicker(name))).toEqual([]);
    const another = await attached(media, ruth, chatId, { bytes: await photo(100, 100) });
    expect(await statusOf(await whenWorkedOn(media, ruth, another.url))).toBe(200);
  });
});

describe('a file store that is away', () => {
  let link: FaultyLink;
  let media: Media;
  let chatId: string;
  beforeEach(async () => {
    const s3 = s3Environment();
    link = await startFaultyLink(s3['S3_ENDPOINT'] ?? '');
    media = await startMedia({ ...s3, S3_ENDPOINT: link.through(s3['S3_ENDPOINT'] ?? '') });
    chatId = chatOf(media, ruth);
  });
  afterEach(async () => {
    link.mend();
    await media.stop();
    await link.close();
  });
  const file = { bytes: Buffer.from('%PDF-1.7'), name: 'plan.pdf' };
  const rows = () => media.db.selectFrom('uploads').select('id').execute();

  test.each(['cut', 'freeze'] as const)('takes nothing, is told within 30 s, and keeps no half (%s)', async (fault) => {
    link[fault]();
    expect(await refusalOf(await sendAttachment(media, ruth, chatId, file))).toEqual([503, 'unavailable']);
    await expect.poll(async () => [await rows(), await media.spooled()]).toEqual([[], []]);
    link.mend();
    expect(await statusOf(await sendAttachment(media, ruth, chatId, file))).toBe(201);
  });

  test.each([
    ['a small file', file.bytes],
    ['a large one', Buffer.alloc(16 * 2 ** 20)],
  ])(
    'that takes and gives a byte a second is told within 30 s, and keeps no half (%s)',
    async (_, bytes) => {
      link.trickle(1);
      const answer = sendAttachment(media, ruth, chatId, { ...file, bytes });
      // Before, the file comes from us.
      await eventually(async () => expect(await rows()).toHaveLength(1));
      const askedAt = performance.now();
      expect(await refusalOf(await answer)).toEqual([503, 'unavailable']);
      expect(performance.now() - askedAt).toBeLessThan(30_000);
      await expect.poll(async () => [await rows(), await media.spooled()]).toEqual([[], []]);
      link.mend();
      expect(await statusOf(await sendAttachment(media, ruth, chatId, file))).toBe(201);
    },
    90_000,
  );

  test('when it comes back, an image that was being worked on is made ready', async () => {
    const { url } = await attached(media, ruth, chatId, { bytes: large });
    await whenClaimed(media, url);
    link.cut();
    // It is tried repeatedly, and these tries are not counted.
    await eventually(async () => expect((await rowOf(media, url)).claimed_until).toBeNull(), { timeout: 60_000 });
    link.mend();
    expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
  });

  test('does not answer reads, and does not pretend that the file is gone', async () => {
    const { url } = await attached(media, ruth, chatId, file);
    link.cut();
    expect(await statusOf(await ask(media, ruth, url))).toBe(503);
  });
});

test.each([500, 503])(
  'a file store that answers everything with %i takes nothing, and then goes on',
  async (status) => {
    const s3 = s3Environment();
    const store = await startFailingStore(s3['S3_ENDPOINT'] ?? '');
    const media = await startMedia({ ...s3, S3_ENDPOINT: store.endpoint });
    const chatId = chatOf(media, ruth);
    const file = { bytes: Buffer.from('%PDF-1.7'), name: 'plan.pdf' };
    const first = await attached(media, ruth, chatId, file);
    store.fail(status);
    expect(await refusalOf(await sendAttachment(media, ruth, chatId, file))).toEqual([503, 'unavailable']);
    expect(await statusOf(await ask(media, ruth, first.url))).toBe(503);
    expect(await media.spooled()).toEqual([]);
    expect(await media.db.selectFrom('uploads').select('id').execute()).toHaveLength(1);
    store.mend();
    expect(await statusOf(await ask(media, ruth, first.url))).toBe(200);
    expect(await statusOf(await sendAttachment(media, ruth, chatId, file))).toBe(201);
    await media.stop();
    await store.close();
  },
);
