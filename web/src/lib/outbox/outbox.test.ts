import 'fake-indexeddb/auto';
import type { Message } from '@koinonia/contracts/chat.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { backoff } from './backoff.ts';
import { clearOutbox, readOutbox, type OutboxEntry } from './outbox-database.ts';
import { Outbox } from './outbox.ts';

const entry = (clientId: string, chatId = 'kitchen'): OutboxEntry => ({
  clientId,
  uid: 'ana',
  chatId,
  text: `text of ${clientId}`,
  attachmentUrl: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  afterSeq: 0,
});

const messageOf = (sent: OutboxEntry): Message => ({
  id: `id of ${sent.clientId}`,
  chatId: sent.chatId,
  seq: 1,
  senderId: sent.uid,
  text: sent.text,
  attachmentUrl: null,
  createdAt: sent.createdAt,
  clientId: sent.clientId,
  reactions: {},
  myReactions: [],
});

const away = () => new TypeError('Failed to fetch');
const refused = () => new ApiError('is too long', { status: 400 });

const open: Outbox[] = [];

/** A tab of Ana's. `answer` is what becomes of each try. */
function tab(answer: (sent: OutboxEntry, tries: number) => Error | undefined = () => undefined) {
  const tried: string[] = [];
  const sent: string[] = [];
  const failed: string[] = [];
  const outbox = new Outbox({
    uid: 'ana',
    async send(one) {
      tried.push(one.clientId);
      const error = answer(one, tried.filter((id) => id === one.clientId).length);
      if (error !== undefined) throw error;
      return messageOf(one);
    },
    onSent: (message) => sent.push(message.clientId ?? ''),
    onFailed: (one) => failed.push(one.clientId),
    wait: () => 1,
  });
  open.push(outbox);
  return { outbox, tried, sent, failed };
}

beforeEach(() => clearOutbox());
afterEach(() => open.splice(0).forEach((outbox) => outbox.stop()));

test('messages of one chat arrive in the order of writing, whatever the network does', async () => {
  const { outbox, sent, failed } = tab((_, tries) => (tries < 3 ? away() : undefined));
  for (const id of ['one', 'two', 'three']) void outbox.add(entry(id));
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two', 'three']));
  expect(failed).toEqual([]);
  await vi.waitFor(async () => expect(await readOutbox('ana')).toEqual([]));
});

test('a message is shown before it is kept, and kept before it is sent', async () => {
  const { outbox, tried } = tab();
  const adding = outbox.add(entry('one'));
  expect(outbox.list.entries().map((one) => one.clientId)).toEqual(['one']);
  expect(tried).toEqual([]);
  await adding;
  expect(tried).toEqual(['one']);
});

test('what was written offline goes out after a reload', async () => {
  const before = tab(() => away());
  await before.outbox.add(entry('one'));
  before.outbox.stop();
  const after = tab();
  await after.outbox.start();
  await vi.waitFor(() => expect(after.sent).toEqual(['one']));
});

test('a refusal is told once, keeps the text and lets later messages pass', async () => {
  const { outbox, tried, sent, failed } = tab((one, tries) =>
    one.clientId === 'one' && tries === 1 ? refused() : undefined,
  );
  void outbox.add(entry('one'));
  void outbox.add(entry('two'));
  await vi.waitFor(() => expect(sent).toEqual(['two']));
  expect(failed).toEqual(['one']);
  expect(outbox.list.find('one')).toMatchObject({ text: 'text of one', refusal: 'is too long' });

  await outbox.retry('one');
  expect(sent).toEqual(['two', 'one']);
  expect(tried).toEqual(['one', 'two', 'one']);
});

test('a failing server is told once and tried until it answers', async () => {
  const { outbox, sent, failed } = tab((_, tries) => (tries < 4 ? new ApiError('oh', { status: 500 }) : undefined));
  await outbox.add(entry('one'));
  expect(outbox.isFailing('one')).toBe(true);
  await vi.waitFor(() => expect(sent).toEqual(['one']));
  expect(failed).toEqual(['one']);
  expect(outbox.isFailing('one')).toBe(false);
});

test('being told to slow down is no refusal', async () => {
  const { outbox, sent, failed } = tab((_, tries) =>
    tries === 1 ? new ApiError('slow', { status: 429, retryAfter: 5 }) : undefined,
  );
  await outbox.add(entry('one'));
  await vi.waitFor(() => expect(sent).toEqual(['one']));
  expect(failed).toEqual([]);
});

test('a discarded message is never sent', async () => {
  const { outbox, tried } = tab(() => refused());
  await outbox.add(entry('one'));
  await outbox.discard('one');
  outbox.sendNow();
  await outbox.add(entry('two', 'garden'));
  expect(tried).toEqual(['one', 'two']);
  expect(outbox.list.entries().map((one) => one.clientId)).toEqual(['two']);
});

test('two tabs do not send the same message twice, and show the same list', async () => {
  const here = tab();
  const there = tab();
  await Promise.all([here.outbox.start(), there.outbox.start()]);
  await Promise.all(['one', 'two', 'three'].map((id) => (id === 'two' ? there : here).outbox.add(entry(id))));
  here.outbox.sendNow();
  there.outbox.sendNow();
  await vi.waitFor(() => expect([...here.sent, ...there.sent].sort()).toEqual(['one', 'three', 'two']));
  expect([...here.tried, ...there.tried]).toHaveLength(3);
  await vi.waitFor(() => expect([here, there].flatMap(({ outbox }) => outbox.list.entries())).toEqual([]));
});

test('nobody sends what another person left on the device, and logout takes it away', async () => {
  const first = tab(() => away());
  await first.outbox.add(entry('one'));
  first.outbox.stop();
  expect(await readOutbox('ben')).toEqual([]);
  await clearOutbox();
  expect(await readOutbox('ana')).toEqual([]);
});

test('the pause between tries grows, has an end and is spread', () => {
  expect([1, 2, 3, 6, 50].map((attempt) => backoff(attempt, () => 1))).toEqual([1000, 2000, 4000, 15_000, 15_000]);
  expect(backoff(1, () => 0)).toBe(500);
});
