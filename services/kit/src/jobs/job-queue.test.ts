import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { countJobs } from '../observing/job-metrics.ts';
import { createLog } from '../observing/log.ts';
import { createMetrics } from '../observing/metrics.ts';
import { startFaultyLink } from '../testing/faulty-link.ts';
import { testStores } from '../testing/stores.ts';
import type { JobQueue } from './job-queue.ts';
import { createMemoryQueue } from './memory-queue.ts';
import { createRedisQueue } from './redis-queue.ts';
import { eventually } from '../testing/eventually.ts';

const log = createLog('silent', 'tests');
const Payload = z.object({ picture: z.string() });
type Payload = z.infer<typeof Payload>;

const options = () => ({ name: `tests-${randomBytes(6).toString('hex')}`, payload: Payload, attempts: 3, backOff: 10 });

describe.each([
  ['this process', () => createMemoryQueue(options(), log)],
  ['Redis', () => createRedisQueue(testStores().redisUrl, options(), log)],
])('jobs through %s', (_kind, create: () => JobQueue<Payload>) => {
  const opened: JobQueue<Payload>[] = [];
  const open = () => {
    const queue = create();
    opened.push(queue);
    return queue;
  };
  /** The connection is made in the background; until then, adding fails fast. */
  const ready = async (queue: JobQueue<Payload>) => {
    await eventually(() => queue.ping());
    return queue;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.close()));
  });

  test('a job that was added is done', async () => {
    const queue = await ready(open());
    const done: Payload[] = [];
    queue.work({ handle: async (payload) => done.push(payload) });
    await queue.add('one', { picture: 'a' });
    await eventually(() => expect(done).toEqual([{ picture: 'a' }]));
  });

  test('the jobs that wait are counted in the metrics', async () => {
    const queue = await ready(open());
    for (const picture of ['a', 'b']) await queue.add(picture, { picture });
    const { registry } = createMetrics('tests');
    countJobs(registry, { pictures: queue });
    expect(await registry.metrics()).toContain('jobs_waiting{queue="pictures",service="tests"} 2\n');
  });

  test('jobs that came before anyone worked are done in their order', async () => {
    const queue = await ready(open());
    for (const picture of ['a', 'b', 'c']) await queue.add(picture, { picture });
    const done: string[] = [];
    queue.work({ handle: async ({ picture }) => done.push(picture) });
    await eventually(() => expect(done).toEqual(['a', 'b', 'c']));
  });

  test('whose turn is earlier is done first, whenever it came; those of one turn in their order', async () => {
    const queue = await ready(open());
    for (const [turn, picture] of ['a', 'b', 'c', 'd'].entries()) await queue.add(picture, { picture }, turn);
    await queue.add('e', { picture: 'e' });
    await queue.add('f', { picture: 'f' }, 1);
    const done: string[] = [];
    queue.work({ handle: async ({ picture }) => done.push(picture) });
    await eventually(() => expect(done).toEqual(['a', 'e', 'b', 'f', 'c', 'd']));
  });

  test('what waits is counted', async () => {
    const queue = await ready(open());
    expect(await queue.depth()).toBe(0);
    for (const picture of ['a', 'b']) await queue.add(picture, { picture });
    expect(await queue.depth()).toBe(2);
    queue.work({ handle: async () => {} });
    await eventually(async () => expect(await queue.depth()).toBe(0));
  });

  test('one id waits once only, whatever it looks like', async () => {
    const queue = await ready(open());
    const ids = ['twice', '42', 'with:colon', 'a/b c'];
    for (const id of [...ids, ...ids]) await queue.add(id, { picture: id });
    await queue.add('last', { picture: 'last' });
    const done: string[] = [];
    queue.work({ handle: async ({ picture }) => done.push(picture) });
    await eventually(() => expect(done).toContain('last'));
    expect(done).toEqual([...ids, 'last']);
  });

  test('what no job can be made of is refused, and its id may be used again', async () => {
    const queue = await ready(open());
    await expect(queue.add('one', { picture: 1 } as never)).rejects.toThrow();
    await queue.add('one', { picture: 'a' });
    const done: string[] = [];
    queue.work({ handle: async ({ picture }) => done.push(picture) });
    await eventually(() => expect(done).toEqual(['a']));
  });

  test('while a job is worked on, its id is not added again; once it is over, it may be', async () => {
    const queue = await ready(open());
    const done: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    queue.work({
      async handle({ picture }) {
        done.push(picture);
        await held;
      },
    });
    await queue.add('same', { picture: 'first' });
    await eventually(() => expect(done).toEqual(['first']));
    await queue.add('same', { picture: 'while it runs' });
    letGo();
    await eventually(async () => {
      await queue.add('same', { picture: 'again' });
      expect(done).toContain('again');
    });
    expect(done).not.toContain('while it runs');
  });

  test('a job that fails is tried again', async () => {
    const queue = await ready(open());
    let tries = 0;
    queue.work({
      async handle() {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
      },
    });
    await queue.add('stubborn', { picture: 'a' });
    await queue.add('after', { picture: 'b' });
    await eventually(() => expect(tries).toBeGreaterThanOrEqual(4));
  });

  test('a job that always fails is given up after its tries, and does not hold up the others', async () => {
    const queue = await ready(open());
    let tries = 0;
    const done: string[] = [];
    queue.work({
      async handle({ picture }) {
        if (picture !== 'broken') return void done.push(picture);
        tries += 1;
        throw new Error('cannot be read');
      },
    });
    await queue.add('broken', { picture: 'broken' });
    await queue.add('whole', { picture: 'whole' });
    await eventually(async () => expect(await queue.depth()).toBe(0));
    expect(tries).toBe(3);
    expect(done).toEqual(['whole']);
  });

  test('no more jobs run at the same time than was said', async () => {
    const queue = await ready(open());
    let running = 0;
    let most = 0;
    let done = 0;
    queue.work({
      concurrency: 2,
      async handle() {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        done += 1;
      },
    });
    await Promise.all(Array.from({ length: 10 }, (_, n) => queue.add(`many-${n}`, { picture: 'a' })));
    await eventually(() => expect(done).toBe(10));
    expect(most).toBeLessThanOrEqual(2);
  });

  test('closing waits for the job that is being worked on', async () => {
    const queue = await ready(open());
    let begun = false;
    let finished = false;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    queue.work({
      async handle() {
        begun = true;
        await held;
        finished = true;
      },
    });
    await queue.add('slow', { picture: 'a' });
    await eventually(() => expect(begun).toBe(true));
    const closed = queue.close().then(() => expect(finished).toBe(true));
    letGo();
    await closed;
  });

  test('what is no payload is refused before it is queued', async () => {
    const queue = await ready(open());
    await expect(queue.add('wrong', { picture: 7 } as never)).rejects.toThrow(z.ZodError);
  });
});

test('a job of a worker that went away is done by another process on the same Redis', async () => {
  const shared = options();
  const adding = createRedisQueue(testStores().redisUrl, shared, log);
  const working = createRedisQueue(testStores().redisUrl, shared, log);
  await eventually(() => adding.ping());
  await adding.add('one', { picture: 'a' });
  const done: Payload[] = [];
  working.work({ handle: async (payload) => done.push(payload) });
  await eventually(() => expect(done).toEqual([{ picture: 'a' }]));
  await Promise.all([adding.close(), working.close()]);
});

test('a worker whose Redis is gone without a word works for the one in its place', async () => {
  const { redisUrl } = testStores();
  const link = await startFaultyLink(redisUrl);
  const shared = options();
  const adding = createRedisQueue(redisUrl, shared, log);
  const working = createRedisQueue(link.through(redisUrl), shared, log);
  const done: string[] = [];
  working.work({ handle: async ({ picture }) => done.push(picture) });
  await eventually(() => adding.ping());
  await adding.add('before', { picture: 'before' });
  await eventually(() => expect(done).toEqual(['before']));
  link.vanish();
  await adding.add('after', { picture: 'after' });
  // It notices this on two connections, one after the other: within 10 s on one and 15 s on the other.
  await eventually(() => expect(done).toEqual(['before', 'after']), { timeout: 60_000 });
  await Promise.all([adding.close(), working.close()]);
  await link.close();
});

test('while Redis is away, adding a job is refused at once', async () => {
  const queue = createRedisQueue('redis://127.0.0.1:1', options(), log);
  await expect(queue.add('one', { picture: 'a' })).rejects.toThrow();
  await queue.close();
});

test('a queue ends while its connections wait for their next try', async () => {
  const link = await startFaultyLink(testStores().redisUrl);
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const url = link.through(testStores().redisUrl);
  const queue = createRedisQueue(url, options(), createLog('debug', 'tests', { write }));
  onTestFinished(link.close);
  queue.work({ handle: async () => {} });
  await eventually(() => queue.ping());
  link.cut();
  // Each pause until the next try is longer than the one before.
  await eventually(() => expect(lines.filter((line) => line.includes('the worker failed')).length).toBeGreaterThan(8));
  await queue.close();
});

test('while Redis is away, each connection tells it, and the queue repeats it to no operator', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const link = await startFaultyLink(testStores().redisUrl);
  const lines: { level: string; msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const queue = createRedisQueue(
    link.through(testStores().redisUrl),
    options(),
    createLog('debug', 'tests', { write }),
  );
  onTestFinished(async () => {
    vi.useRealTimers();
    await queue.close();
    await link.close();
  });
  queue.work({ handle: async () => {} });
  await eventually(() => queue.ping());
  link.cut();
  const told = (words: string) => lines.filter(({ msg }) => msg.startsWith(words));
  for (const words of ['the queue', 'the worker'])
    await eventually(() => expect(told(words).length).toBeGreaterThan(3));
  link.mend();
  await eventually(() => expect(told('Redis is back')).toHaveLength(2));
  expect(told('Redis is away')).toHaveLength(2);
  expect(told('the ').filter(({ level }) => level !== 'debug')).toEqual([]);
});
