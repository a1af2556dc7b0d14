import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { ServiceClient } from '../calls/service-client.ts';
import { createLog } from '../observing/log.ts';
import { type AccessWatch, createAccessWatch, type EndedAccess } from './access-watch.ts';

interface Asked {
  readonly sessions: string[];
  readonly people: string[];
}

const log = createLog('silent', 'test');
const asked: Asked[] = [];
const ended = { sessions: new Set<string>(), people: new Set<string>() };
const told: EndedAccess[] = [];
let watch: AccessWatch;

/** Answers in place of identity; the bus tells nothing. */
const identity = {
  call: async (_call: unknown, { body }: { body: Asked }) => {
    asked.push(body);
    return {
      endedSessions: body.sessions.filter((id) => ended.sessions.has(id)),
      inactivePeople: body.people.filter((uid) => ended.people.has(uid)),
    };
  },
} as unknown as ServiceClient;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  for (const list of [asked, told]) list.length = 0;
  for (const some of Object.values(ended)) some.clear();
  watch = createAccessWatch({ identity, bus: createMemoryBus(log), log });
  watch.onEnded((one) => told.push(one));
});
afterEach(async () => {
  await watch.close();
  vi.useRealTimers();
});

const after2s = () => vi.advanceTimersByTimeAsync(2000);

test('of two devices of one session, the one that is left is watched when the other goes', async () => {
  const first = watch.hold({ uid: 'ruth', sessionId: 'one' });
  const second = watch.hold({ uid: 'ruth', sessionId: 'one' });
  watch.hold({ uid: 'ben', sessionId: null });
  first();
  first();
  await after2s();
  expect(asked).toEqual([{ sessions: ['one'], people: ['ruth', 'ben'] }]);
  ended.sessions.add('one');
  await after2s();
  expect(told).toEqual([{ sessions: new Set(['one']), people: new Set() }]);
  second();
  await after2s();
  expect(asked.at(-1), 'nobody asks for who has gone').toEqual({ sessions: [], people: ['ben'] });
});

test('of thousands, each is asked for, a part at a time', async () => {
  for (let n = 0; n < 4001; n += 1) watch.hold({ uid: `person ${n % 2500}`, sessionId: `session ${n}` });
  ended.sessions.add('session 4000');
  ended.people.add('person 2499');
  await after2s();
  expect(asked.map(({ sessions, people }) => [sessions.length, people.length])).toEqual([
    [2000, 2000],
    [2000, 500],
    [1, 0],
  ]);
  expect(told).toEqual([
    { sessions: new Set(), people: new Set(['person 2499']) },
    { sessions: new Set(['session 4000']), people: new Set() },
  ]);
});
