import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { entry, withFile } from './testing/entry.ts';
import { withTabs } from './testing/tabs.ts';

const tab = withTabs();

afterEach(() => void vi.useRealTimers());

test('a failing server is told once and tried until it answers', async () => {
  const { outbox, sent, failed } = tab((_, tries) => (tries < 4 ? new ApiError('oh', { status: 500 }) : undefined));
  await outbox.add(entry('one'));
  expect(outbox.isFailing('one')).toBe(true);
  await expect.poll(() => sent).toEqual(['one']);
  await expect.poll(() => outbox.isFailing('one')).toBe(false);
  expect(failed).toEqual(['one']);
});

test('an answer in the server’s place is told once, and the entry tried until the server itself answers', async () => {
  const portal = new ApiError('Request failed (404)', { status: 404, isOurs: false });
  const { outbox, sent, failed } = tab((_, tries) => (tries < 4 ? portal : undefined));
  await outbox.add(entry('one'));
  await expect.poll(() => sent).toEqual(['one']);
  expect(failed).toEqual(['one']);
});

test('a file that is too large for a proxy is not tried again', async () => {
  const tooLarge = new ApiError('Request failed (413)', { status: 413, isOurs: false });
  const { outbox, tried, failed } = tab(() => tooLarge);
  await outbox.start();
  await outbox.add(withFile('one'));
  await expect.poll(() => failed).toEqual(['one']);
  expect([tried, outbox.list.entries()[0]?.refusal]).toEqual([['file of one'], 'Request failed (413)']);
});

test.each([
  ['being told to slow down', 429],
  ['a session that has ended', 401],
  ['taking too long', 408],
])('%s is no refusal', async (_, status) => {
  const { outbox, sent, failed } = tab((_one, tries) =>
    tries === 1 ? new ApiError('later', { status, retryAfter: 5 }) : undefined,
  );
  await outbox.add(entry('one'));
  await expect.poll(() => sent).toEqual(['one']);
  expect(failed).toEqual([]);
});

test('a server that says how long to wait is not asked before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { outbox, tried, sent } = tab((_, tries) =>
    tries === 1 ? new ApiError('slow', { status: 429, retryAfter: 60_000 }) : undefined,
  );
  await outbox.add(entry('one'));
  vi.advanceTimersByTime(59_999);
  await outbox.list.reload();
  expect(tried).toEqual(['one']);
  vi.advanceTimersByTime(1);
  await expect.poll(() => sent).toEqual(['one']);
});

test('enough for a day, and a full disk, are told and not tried again', async () => {
  const enough = new ApiError('enough', { status: 429, retryAfter: 3_600_000 });
  const full = new ApiError('full', { status: 507 });
  const { outbox, tried, failed } = tab((one) => (one.clientId === 'one' ? enough : full));
  await outbox.start();
  await Promise.all([outbox.add(withFile('one')), outbox.add(withFile('two'))]);
  await expect.poll(() => failed).toEqual(['one', 'two']);
  expect(outbox.list.entries().map(({ refusal }) => refusal)).toEqual(['enough', 'full']);
  expect(tried).toEqual(['file of one', 'file of two']);
});

test('a reply whose original is gone for its sender is sent without it, once, and nothing else is lost', async () => {
  const replyTo = { id: 'three', seq: 3, senderId: 'ben', text: 'Supper?', deleted: false };
  const { outbox, tried, sent, failed } = tab(({ replyTo: to }) =>
    to === undefined ? undefined : new ApiError('The message that this replies to was not found.', { status: 400 }),
  );
  await outbox.add({ ...entry('one'), replyTo });
  await expect.poll(() => sent).toEqual(['one']);
  expect([tried, failed]).toEqual([['one', 'one'], []]);
});

test('a reply that is refused for another reason keeps what it replies to', async () => {
  const replyTo = { id: 'three', seq: 3, senderId: 'ben', text: 'Supper?', deleted: false };
  const { outbox, failed } = tab(() => new ApiError('is too long', { status: 400 }));
  await outbox.add({ ...entry('one'), replyTo });
  await expect.poll(() => failed).toEqual(['one']);
  expect(outbox.list.entries()).toMatchObject([{ replyTo, refusal: 'is too long' }]);
});

test('a reply whose file is refused is not tried without what it replies to', async () => {
  const replyTo = { id: 'three', seq: 3, senderId: 'ben', text: 'Supper?', deleted: false };
  const { outbox, tried, failed } = tab(() => new ApiError('cannot be read', { status: 400 }));
  await outbox.add({ ...withFile('one'), replyTo });
  await expect.poll(() => failed).toEqual(['one']);
  expect(outbox.list.entries()).toMatchObject([{ replyTo, refusal: 'cannot be read' }]);
  expect(tried).toEqual(['file of one']);
});
