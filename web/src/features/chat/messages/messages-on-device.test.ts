// @vitest-environment jsdom
import type { Message } from '@koinonia/contracts/chat.ts';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../lib/session/session.ts';
import { withEmptyDevice } from '../../../lib/testing/empty-device.ts';
import { emptyLog, type MessageLog } from '../model/message-log.ts';
import { MessagesOnDevice } from './messages-on-device.ts';
import { message, range } from '../testing/messages.ts';

const windowOf = (messages: Message[], more: Partial<MessageLog> = {}): MessageLog => ({
  ...emptyLog,
  messages,
  last: messages.at(-1)?.seq ?? 0,
  ...more,
});

/** Makes the disk full at the end of the next write of a chat, which is then undone. Resolves at that moment. */
function diskIsFull() {
  const undone = Promise.withResolvers<unknown>();
  const { put } = IDBObjectStore.prototype;
  const refusal = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...what
  ) {
    const asked = put.apply(this, what);
    if (this.name !== 'chats') return asked;
    refusal.mockRestore();
    this.transaction.addEventListener('abort', undone.resolve);
    asked.addEventListener('success', () => this.transaction.abort());
    return asked;
  });
  return undone.promise;
}

let onDevice: MessagesOnDevice;
const newest = async () => (await onDevice.newest('kitchen', 100))?.messages.map(({ seq }) => seq);

withEmptyDevice();

beforeEach(() => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  onDevice = new MessagesOnDevice('ana');
});

afterEach(() => {
  vi.restoreAllMocks();
  onDevice.stop();
  session.end();
});

test('a history that was deleted elsewhere goes when the chat is seen to begin later', async () => {
  onDevice.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  onDevice.keep('kitchen', windowOf([message(21)], { whole: true }));
  await expect.poll(newest).toEqual([21]);
  expect(await onDevice.page('kitchen', { before: 21, limit: 50 })).toMatchObject({ messages: [], first: true });
});

test('a history that was deleted elsewhere goes when the chat is seen to be empty', async () => {
  onDevice.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  onDevice.keep('kitchen', windowOf([], { whole: true, last: 20 }));
  await expect.poll(newest).toBeUndefined();
});

test('a line of a kind that only a newer version knows is read as a message with its text', async () => {
  const line = { ...message(1), system: { kind: 'pinned' } } as unknown as Message;
  onDevice.keep('kitchen', windowOf([line]));
  await expect.poll(newest).toEqual([1]);
  expect((await onDevice.newest('kitchen', 100))?.messages).toEqual([message(1)]);
});

test('what only follows an older window is not joined to it: in between, the history may have been deleted', async () => {
  onDevice.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  onDevice.keep('kitchen', windowOf(range(21, 70)));
  await expect.poll(newest).toHaveLength(50);
  onDevice.keep('kitchen', windowOf(range(60, 80)));
  await expect.poll(newest).toHaveLength(60);
  expect(await onDevice.page('kitchen', { around: 10, limit: 100 })).toMatchObject({ messages: range(1, 20) });
});

test('a page around the last message of what this device has is made of what comes before it', async () => {
  onDevice.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  expect(await onDevice.page('kitchen', { around: 20, limit: 100 })).toMatchObject({
    messages: range(1, 20),
    last: true,
  });
});

test('what the device has undone because it was full is written again with what comes next', async () => {
  const undone = diskIsFull();
  const log = windowOf(range(1, 20), { whole: true });
  onDevice.keep('kitchen', log);
  await undone;
  expect(await newest()).toBeUndefined();
  onDevice.keep('kitchen', windowOf([...log.messages, message(21)], { whole: true }));
  await expect.poll(newest).toContain(21);
  expect(await newest()).toHaveLength(21);
});

test('what another tab has dropped from the device is written again with what comes next', async () => {
  const log = windowOf(range(1, 20), { whole: true });
  onDevice.keep('kitchen', log);
  await expect.poll(newest).toHaveLength(20);
  const elsewhere = new MessagesOnDevice('ana');
  elsewhere.forget('kitchen');
  await expect.poll(newest).toBeUndefined();
  elsewhere.stop();
  onDevice.keep('kitchen', windowOf([...log.messages, message(21)], { whole: true }));
  await expect.poll(newest).toContain(21);
  expect(await newest()).toHaveLength(21);
});

test('what is about to be written of a chat that is forgotten is not written', async () => {
  onDevice.keep('kitchen', windowOf(range(1, 3)));
  onDevice.forget('kitchen');
  onDevice.keep('garden', windowOf(range(1, 3)));
  await expect.poll(() => onDevice.chats()).not.toEqual([]);
  expect((await onDevice.chats()).map(({ chatId }) => chatId)).toEqual(['garden']);
});

test('a window that knows of later changes does not vouch for what was stored before it', async () => {
  onDevice.keep('kitchen', windowOf(range(1, 20), { changes: 3 }));
  await expect.poll(newest).toHaveLength(20);
  onDevice.keep('kitchen', windowOf(range(60, 80), { changes: 7 }));
  await expect.poll(newest).toHaveLength(21);
  expect(await onDevice.chats()).toMatchObject([{ chatId: 'kitchen', changes: 3 }]);
});

test('when the browser has closed its database, the device still learns, and still forgets', async () => {
  onDevice.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  await deleteDB('koinonia-seen');
  onDevice.keep('kitchen', windowOf(range(1, 21), { whole: true }));
  const stored = async () => (await new MessagesOnDevice('ana').newest('kitchen', 100))?.messages.length;
  await expect.poll(stored).toBe(21);
  expect(await newest()).toHaveLength(21);
  onDevice.forget('kitchen');
  await expect.poll(stored).toBeUndefined();
});

test('a device whose database could not be opened at first learns later', async () => {
  await deleteDB('koinonia-seen');
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('Not now', 'UnknownError');
  });
  const started = new MessagesOnDevice('ana');
  await expect(started.newest('kitchen', 100)).rejects.toThrow('Not now');
  started.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  started.stop();
});
