import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../observing/log.ts';
import { type FaultyLink, startFaultyLink } from '../testing/faulty-link.ts';
import { testStores } from '../testing/stores.ts';
import type { Bus } from './bus.ts';
import { createMemoryBus } from './memory-bus.ts';
import { createRedisBus } from './redis-bus.ts';
import { eventually } from '../testing/eventually.ts';

const log = createLog('silent', 'tests');
const opened: Bus[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()));
});

/** Two ends of one bus: one shared object within a process, two connections through Redis. */
const kinds: [string, () => [Bus, Bus]][] = [
  [
    'this process',
    () => {
      const bus = createMemoryBus(log);
      return [bus, bus];
    },
  ],
  ['Redis', () => [createRedisBus(testStores().redisUrl, log), createRedisBus(testStores().redisUrl, log)]],
];

describe.each(kinds)('the bus through %s', (_kind, create) => {
  async function open(): Promise<[Bus, Bus]> {
    const ends = create();
    opened.push(...ends);
    await Promise.all(ends.map((end) => eventually(() => end.ping())));
    return ends;
  }

  /** A name of this test alone: all tests of a run share one Redis, and so its topics. */
  const own = (name: string) => `${name}-${Math.random().toString(36).slice(2)}`;
  const event = (session: string, person = 'ruth') => ({ sessions: [session], people: [person] });

  /** Subscribing takes a moment: publishes again until the first event is heard. */
  async function listening(from: Bus, to: Bus, session: string) {
    const heard: string[] = [];
    to.subscribe('accessEnded', (told) => {
      if (told.sessions.includes(session)) heard.push(told.people.join());
    });
    await eventually(async () => {
      await from.publish('accessEnded', event(session, 'knock'));
      expect(heard).toContain('knock');
    });
    return () => heard.filter((person) => person !== 'knock');
  }

  test('an event reaches whoever subscribed, as it was told', async () => {
    const [from, to] = await open();
    const session = own('session');
    const heard = await listening(from, to, session);
    await from.publish('accessEnded', event(session));
    await eventually(() => expect(heard()).toEqual(['ruth']));
  });

  test('events of one publisher come in their order', async () => {
    const [from, to] = await open();
    const session = own('session');
    const heard = await listening(from, to, session);
    const people = Array.from({ length: 200 }, (_, n) => String(n));
    await Promise.all(people.map((person) => from.publish('accessEnded', event(session, person))));
    await eventually(() => expect(heard()).toEqual(people));
  });

  test('a listener that throws, or changes what it was given, troubles no other', async () => {
    const [from, to] = await open();
    const session = own('session');
    to.subscribe('accessEnded', (told) => {
      if (!told.sessions.includes(session)) return;
      told.people.length = 0;
      throw new Error('a listener of another part');
    });
    const heard = await listening(from, to, session);
    await from.publish('accessEnded', event(session));
    await eventually(() => expect(heard()).toEqual(['ruth']));
  });

  test('an event of another topic is not heard', async () => {
    const [from, to] = await open();
    const session = own('session');
    const heard = await listening(from, to, session);
    await from.publish('groupsChanged', {});
    await from.publish('accessEnded', event(session, 'after'));
    await eventually(() => expect(heard()).toEqual(['after']));
  });

  test('after closing, nothing is heard and telling does not throw', async () => {
    const [from, to] = await open();
    const session = own('session');
    const heard = await listening(from, to, session);
    await to.close();
    await from.publish('accessEnded', event(session));
    await from.close();
    await from.publish('accessEnded', event(session));
    expect(heard()).toEqual([]);
  });
});

test('two installations in databases of one Redis do not hear each other', async () => {
  const inDatabase = (number: number) => {
    const bus = createRedisBus(new URL(`/${number}`, testStores().redisUrl).href, log);
    opened.push(bus);
    return bus;
  };
  const [first, second, alsoSecond] = [inDatabase(0), inDatabase(1), inDatabase(1)];
  const heard = new Set<string>();
  const publish = (bus: Bus, name: string) => bus.publish('accessEnded', { sessions: [name], people: [] });
  const hear = (by: string) => (told: { sessions: string[] }) => told.sessions.forEach((name) => heard.add(name + by));
  first.subscribe('accessEnded', hear(' in the first'));
  alsoSecond.subscribe('accessEnded', hear(' in the second'));
  await eventually(async () => {
    await Promise.all([publish(first, 'of the first'), publish(second, 'of the second')]);
    for (const which of ['first', 'second']) expect(heard).toContain(`of the ${which} in the ${which}`);
  });
  // Each arrives after everything that its bus sent before.
  await Promise.all([publish(second, 'of the second'), publish(first, 'of the first')]);
  await Promise.all([publish(first, 'last'), publish(second, 'last')]);
  await eventually(() => ['first', 'second'].forEach((which) => expect(heard).toContain(`last in the ${which}`)));
  expect([...heard].filter((name) => /first in the second|second in the first/.test(name))).toEqual([]);
});

test('a bus that starts while its Redis is away says so once it listens', async () => {
  const { redisUrl } = testStores();
  const link = await startFaultyLink(redisUrl);
  link.cut();
  const said: string[] = [];
  const bus = createRedisBus(
    link.through(redisUrl),
    createLog('warn', 'tests', { write: (line: string) => said.push(line) }),
  );
  opened.push(bus);
  let gaps = 0;
  bus.onGap(() => (gaps += 1));
  // Both of its connections have been tried.
  await eventually(() => expect(said.filter((line) => line.includes('Redis is away'))).toHaveLength(2));
  link.mend();
  await eventually(() => expect(gaps).toBe(1));
  await link.close();
});

describe('a bus that loses its Redis', () => {
  test.each([
    ['by a cut', (link: FaultyLink) => (link.cut(), link.mend())],
    ['whose machine is gone without a word', (link: FaultyLink) => link.vanish()],
  ])('says so once it listens again, and hears what comes after: %s', async (_, lose) => {
    const { redisUrl } = testStores();
    const link = await startFaultyLink(redisUrl);
    const far = createRedisBus(link.through(redisUrl), log);
    const near = createRedisBus(redisUrl, log);
    opened.push(far, near);
    const heard: string[] = [];
    let gaps = 0;
    far.subscribe('accessEnded', ({ sessions }) => heard.push(...sessions));
    far.onGap(() => (gaps += 1));
    await eventually(async () => {
      await near.publish('accessEnded', { sessions: ['before'], people: [] });
      expect(heard).toContain('before');
    });
    expect(gaps).toBe(0);
    lose(link);
    await eventually(() => expect(gaps).toBe(1));
    await near.publish('accessEnded', { sessions: ['after'], people: [] });
    await eventually(() => expect(heard).toContain('after'));
    await link.close();
  });
});
