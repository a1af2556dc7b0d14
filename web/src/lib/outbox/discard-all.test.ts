import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { readOutbox } from './outbox-database.ts';
import { entry } from './testing/entry.ts';
import { withTabs } from './testing/tabs.ts';

const openTab = withTabs();

test('what waits for a chat that is gone is discarded, but not the message that is just being sent', async () => {
  const answered = Promise.withResolvers<void>();
  const { outbox, tried, sent } = openTab((one) => (one.clientId === 'one' ? answered.promise : undefined));
  for (const id of ['one', 'two', 'three']) void outbox.add(entry(id));
  void outbox.add(entry('other', 'garden'));
  await expect.poll(() => tried.toSorted()).toEqual(['one', 'other']);
  const discarding = outbox.discardAll('kitchen');
  for (let reads = 0; reads < 2; reads += 1) await outbox.list.reload();
  answered.resolve();
  expect(await discarding).toBe(2);
  await expect.poll(() => sent.toSorted()).toEqual(['one', 'other']);
  expect([await readOutbox('ana'), await outbox.discardAll('kitchen')]).toEqual([[], 0]);
  expect(tried.toSorted()).toEqual(['one', 'other']);
});

test('nobody is told twice of a message that was refused and is discarded with its chat', async () => {
  const { outbox, failed } = openTab(() => new ApiError('No such chat', { status: 404 }));
  await outbox.add(entry('one'));
  expect([failed, await outbox.discardAll('kitchen'), await readOutbox('ana')]).toEqual([['one'], 0, []]);
});

test('what is written when the chat is there again is sent, though what was discarded is still being tried', async () => {
  const answered = Promise.withResolvers<void>();
  const { outbox, tried, sent } = openTab((one) => (one.clientId === 'one' ? answered.promise : undefined));
  void outbox.add(entry('one'));
  void outbox.add(entry('two'));
  await expect.poll(() => tried).toEqual(['one']);
  const discarding = outbox.discardAll('kitchen');
  await outbox.add(entry('again'));
  answered.resolve();
  expect(await discarding).toBe(1);
  await expect.poll(() => sent).toEqual(['one', 'again']);
});
