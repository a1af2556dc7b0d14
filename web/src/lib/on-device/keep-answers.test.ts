// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { withEmptyDevice } from '../testing/empty-device.ts';
import { answersOf } from './device-database.ts';
import { keepAnswers } from './keep-answers.ts';

withEmptyDevice();

afterEach(() => {
  session.end();
  vi.useRealTimers();
  vi.restoreAllMocks();
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
