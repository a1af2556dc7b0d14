import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { clearOutbox, hasToUpload, readOutbox, removeFromOutbox } from './outbox-database.ts';
import { entry, withFile } from './testing/entry.ts';
import { away, refused, withTabs } from './testing/tabs.ts';

const tab = withTabs();

/** From now on, the device refuses changes of this kind. */
const deviceRefusesTo = (change: 'put' | 'delete') =>
  vi.spyOn(IDBObjectStore.prototype, change).mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('messages of one chat arrive in the order of writing, whatever the network does', async () => {
  const { outbox, sent, failed } = tab((_, tries) => (tries < 3 ? away() : undefined));
  for (const id of ['one', 'two', 'three']) void outbox.add(entry(id));
  await expect.poll(() => sent).toEqual(['one', 'two', 'three']);
  expect(failed).toEqual([]);
  await expect.poll(() => readOutbox('ana')).toEqual([]);
});

test('a message that the device does not keep stays before those that were written after it', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  let isAway = true;
  const { outbox, sent } = tab(() => (isAway ? away() : undefined));
  for (const id of ['one', 'two', 'three']) await outbox.add(entry(id));
  await outbox.list.reload();
  expect(outbox.list.entries().map(({ clientId }) => clientId)).toEqual(['one', 'two', 'three']);
  isAway = false;
  await outbox.retry('one');
  await expect.poll(() => sent).toEqual(['one', 'two', 'three']);
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
  await expect.poll(() => after.sent).toEqual(['one']);
});

test('a refusal is told once, keeps the text and lets later messages pass', async () => {
  const { outbox, tried, sent, failed } = tab((one, tries) =>
    one.clientId === 'one' && tries === 1 ? refused() : undefined,
  );
  void outbox.add(entry('one'));
  void outbox.add(entry('two'));
  await expect.poll(() => sent).toEqual(['two']);
  expect(failed).toEqual(['one']);
  expect(outbox.list.find('one')).toMatchObject({ text: 'text of one', refusal: 'is too long' });

  await outbox.retry('one');
  await expect.poll(() => sent).toEqual(['two', 'one']);
  expect(tried).toEqual(['one', 'two', 'one']);
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
  for (const { sent } of [here, there]) await expect.poll(() => [...sent].sort()).toEqual(['one', 'three', 'two']);
  expect([...here.tried, ...there.tried]).toHaveLength(3);
  await expect.poll(() => [here, there].flatMap(({ outbox }) => outbox.list.entries())).toEqual([]);
});

test('in another tab, too, the sent message is there before its entry goes', async () => {
  const [here, there] = [tab(), tab()];
  await there.outbox.start();
  const seen = Promise.withResolvers<void>();
  void navigator.locks.request('koinonia:outbox:kitchen', () => seen.promise);
  void here.outbox.add(entry('one'));
  await expect.poll(() => there.outbox.list.entries()).toHaveLength(1);
  const sentBefore: string[][] = [];
  there.outbox.list.subscribe(() => {
    if (there.outbox.list.entries().length === 0) sentBefore.push([...there.sent]);
  });
  seen.resolve();
  await expect.poll(() => sentBefore).toEqual([['one']]);
});

test('what a closed tab has left is sent by another one after a while, and nothing before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const here = tab(() => new ApiError('busy', { status: 503 }));
  const there = tab();
  await Promise.all([here.outbox.start(), there.outbox.start()]);
  await here.outbox.add(entry('one'));
  await expect.poll(() => there.outbox.list.entries()).toHaveLength(1);
  here.outbox.stop();
  vi.advanceTimersByTime(19_000);
  await there.outbox.list.reload();
  expect(there.tried).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => there.sent).toEqual(['one']);
});

test('nobody sends what another person left on the device, and logout takes it away', async () => {
  const first = tab(() => away());
  await first.outbox.add(entry('one'));
  first.outbox.stop();
  expect(await readOutbox('ben')).toEqual([]);
  await clearOutbox();
  expect(await readOutbox('ana')).toEqual([]);
});

test('a file is uploaded first, and its message then has its address', async () => {
  const { outbox, tried } = tab();
  await outbox.start();
  await outbox.add(withFile('photo'));
  await expect.poll(() => tried).toEqual(['file of photo', 'photo']);
  await expect.poll(() => readOutbox('ana')).toEqual([]);
});

test('a file waits for the network, and what is written meanwhile does not wait for the file', async () => {
  let online = false;
  const { outbox, sent } = tab((one) => (!hasToUpload(one) || online ? undefined : away()));
  await outbox.start();
  await Promise.all([outbox.add(withFile('photo')), outbox.add(entry('text'))]);
  await expect.poll(() => sent).toEqual(['text']);
  online = true;
  await expect.poll(() => sent).toEqual(['text', 'photo']);
});

test('a file that the server refuses is kept until its sender tries again', async () => {
  let refuses = true;
  const { outbox, sent, failed } = tab((one) => (refuses && hasToUpload(one) ? refused() : undefined));
  await outbox.start();
  await outbox.add(withFile('photo'));
  await expect.poll(() => failed).toEqual(['photo']);
  expect((await readOutbox('ana'))[0]).toMatchObject({ refusal: 'is too long', file: expect.anything() });
  refuses = false;
  await outbox.retry('photo');
  await expect.poll(() => sent).toEqual(['photo']);
});

test('a file that the server has swept away meanwhile is uploaded again, once', async () => {
  const { outbox, tried, sent, failed } = tab((one, tries) =>
    one.attachmentUrl !== null && (one.clientId === 'refused' || tries === 1) ? refused() : undefined,
  );
  await outbox.start();
  await outbox.add(withFile('photo'));
  await expect.poll(() => sent).toEqual(['photo']);
  expect([tried, failed]).toEqual([['file of photo', 'photo', 'file of photo', 'photo'], []]);

  await outbox.add(withFile('refused'));
  await expect.poll(() => failed).toEqual(['refused']);
  expect(tried.filter((one) => one === 'file of refused')).toHaveLength(2);
});

test('an upload that is cancelled ends, and the next file follows', async () => {
  const { outbox, tried, sent, failed } = tab();
  await outbox.start();
  void outbox.add({ ...withFile('slow'), text: 'never ends' });
  await expect.poll(() => tried).toEqual(['file of slow']);
  void outbox.add(withFile('next'));
  await outbox.discard('slow');
  await expect.poll(() => sent).toEqual(['next']);
  expect([tried.includes('slow'), failed, await readOutbox('ana')]).toEqual([false, [], []]);
});

test('what the device has no room for is told of, and sent all the same', async () => {
  const { outbox, sent, unkept } = tab((_, tries) => (tries < 2 ? away() : undefined));
  await outbox.start();
  // No database can store a proxy.
  const file = new Proxy(new Blob(['pdf']), {});
  await outbox.add({ ...withFile('photo'), file });
  expect([unkept, outbox.list.holdsUnkept(), await readOutbox('ana')]).toEqual([['photo'], true, []]);
  await expect.poll(() => sent).toEqual(['photo']);
  await expect.poll(() => outbox.list.holdsUnkept()).toBe(false);
});

test('a sent message that the device cannot delete is sent once, and those after it go out', async () => {
  const { outbox, tried, sent } = tab();
  await outbox.start();
  const refusal = deviceRefusesTo('delete');
  for (const id of ['one', 'two']) void outbox.add(entry(id));
  await expect.poll(() => sent).toContain('two');
  await outbox.list.reload();
  expect([tried, outbox.list.entries()]).toEqual([['one', 'two'], []]);

  refusal.mockRestore();
  await outbox.list.reload();
  expect(await readOutbox('ana')).toEqual([]);
});

test('a file whose upload the device cannot note is uploaded once', async () => {
  const { outbox, tried } = tab((one, tries) => (!hasToUpload(one) && tries === 1 ? away() : undefined));
  await outbox.start();
  deviceRefusesTo('put');
  void outbox.add(withFile('photo'));
  await expect.poll(() => outbox.list.entries()).toEqual([]);
  expect(tried).toEqual(['file of photo', 'photo', 'photo']);
});

test('a refusal that the device cannot note is told once', async () => {
  const { outbox, tried, sent, failed } = tab((one) => (one.clientId === 'one' ? refused() : undefined));
  await outbox.start();
  deviceRefusesTo('put');
  for (const id of ['one', 'two']) void outbox.add(entry(id));
  await expect.poll(() => sent).toEqual(['two']);
  expect([tried, failed, outbox.list.holdsUnkept()]).toEqual([['one', 'two'], ['one'], false]);
  expect(outbox.list.find('one')).toMatchObject({ refusal: 'is too long' });

  await removeFromOutbox('one');
  await outbox.list.reload();
  expect(outbox.list.entries()).toEqual([]);
});
