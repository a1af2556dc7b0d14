// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { withEmptyDevice } from '../testing/empty-device.ts';
import { answersOf, openDeviceDatabase } from './device-database.ts';
import { keepAnswers } from './keep-answers.ts';

withEmptyDevice();

afterEach(() => {
  session.end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a list that changes with each message is not stored again each time, but when the page is hidden', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  const queries = new QueryClient();
  const stop = keepAnswers(queries, 'ana');
  const store = vi.spyOn(IDBObjectStore.prototype, 'put');
  const stored = async () => (await answersOf('ana')).get('["chats"]');
  for (let seq = 1; seq <= 5; seq += 1) {
    queries.setQueryData(['chats'], [{ lastSeq: seq }]);
    vi.advanceTimersByTime(400);
    await expect.poll(stored).toBeDefined();
  }
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.poll(stored).toEqual([{ lastSeq: 5 }]);
  expect(store.mock.calls.filter(([, key]) => key === '["chats"]')).toHaveLength(2);
  stop();
});

describe('when the server has sent the lists', () => {
  const dayAgo = (days: number) => Date.now() - days * 24 * 3_600_000;
  const face = (id: string) => `/api/media/avatars/${id}/256`;

  /** A device that knows three former members and has the pictures at these addresses. */
  async function deviceWith(...pictures: string[]) {
    session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
    const database = await openDeviceDatabase('ana');
    const person = (uid: string, more: object) =>
      database.put('answers', { photoURL: face(uid), ...more }, `["person","${uid}"]`);
    await Promise.all([
      person('lately', { lookedUpAt: dayAgo(29) }),
      person('once', { lookedUpAt: dayAgo(31) }),
      person('undated', {}),
    ]);
    const kept = new Set(pictures.map((picture) => `https://base.example${picture}`));
    const cache = {
      keys: async () => [...kept].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => kept.delete(url),
    };
    vi.stubGlobal('caches', { has: async () => true, open: async () => cache, delete: async () => true });
    const queries = new QueryClient();
    return { queries, kept: () => [...kept].map((url) => new URL(url).pathname), stop: keepAnswers(queries, 'ana') };
  }

  const chats = [{ photoURL: '/api/media/group-pictures/choir/256' }, { photoURL: '' }];
  const keys = async () => [...(await answersOf('ana')).keys()];

  test('who has left and was not looked up for long is forgotten', async () => {
    const { queries, stop } = await deviceWith();
    queries.setQueryData(['people'], []);
    queries.setQueryData(['chats'], []);
    await expect.poll(keys).toEqual(['["chats"]', '["people"]', '["person","lately"]']);
    stop();
  });

  test('pictures of nobody and of no group in them are forgotten, but none before both have come', async () => {
    const wanted = ['/api/media/avatars/ben/64', face('ben'), '/api/media/group-pictures/choir/128', face('lately')];
    const pictures = [...wanted, face('ben-before'), face('once'), '/api/media/group-pictures/left/64'];
    const { queries, kept, stop } = await deviceWith(...pictures);
    queries.setQueryData(['people'], [{ photoURL: face('ben') }]);
    await expect.poll(keys).toContain('["people"]');
    expect(kept()).toEqual(pictures);
    queries.setQueryData(['chats'], chats);
    await expect.poll(kept).toEqual(wanted);

    queries.setQueryData(['people'], [], { updatedAt: Date.now() + 1 });
    await expect.poll(kept).toEqual(wanted.slice(2));
    stop();
  });

  test('who is looked up then stays, with when that was', async () => {
    const { queries, stop } = await deviceWith();
    queries.setQueryData(['person', 'once'], { displayName: 'Former member', photoURL: '' });
    const stored = async () => (await answersOf('ana')).get('["person","once"]');
    const lookedUp = { displayName: 'Former member', photoURL: '', lookedUpAt: expect.closeTo(Date.now(), -5) };
    await expect.poll(stored).toEqual(lookedUp);
    queries.setQueryData(['people'], []);
    queries.setQueryData(['chats'], []);
    await expect.poll(keys).not.toContain('["person","undated"]');
    expect(await stored()).toEqual(lookedUp);
    stop();
  });
});
