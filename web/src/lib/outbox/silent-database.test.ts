import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToOutbox, readOutbox } from './outbox-database.ts';
import { entry } from './testing/entry.ts';
import { withOutboxes } from './testing/outboxes.ts';
import { databaseFallsSilent } from '../testing/silent-database.ts';

const openOutbox = withOutboxes();
let network: 'here' | 'away' = 'here';

function tab() {
  const sent: string[] = [];
  const unkept: string[] = [];
  const outbox = openOutbox({
    upload: () => Promise.resolve(null),
    async send({ chatId, text, clientId, createdAt }) {
      if (network === 'away') throw new TypeError('Failed to fetch');
      sent.push(clientId);
      const about = { attachmentUrl: null, reactions: {}, myReactions: [] };
      return { ...about, id: clientId, chatId, seq: 1, senderId: 'ana', text, clientId, createdAt };
    },
    onSent: () => {},
    onFailed: () => {},
    onUnkept: (one) => unkept.push(one.clientId),
  });
  return { outbox, sent, unkept };
}

let letGo = async () => {};

/** One second passes before each look. */
const secondsLater = <T>(look: () => T) =>
  expect.poll(() => {
    vi.advanceTimersByTime(1_000);
    return look();
  });

beforeEach(() => {
  network = 'here';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await letGo();
});

test('where the database does not answer, messages are sent all the same, once', async () => {
  const { outbox, sent, unkept } = tab();
  letGo = await databaseFallsSilent();
  void outbox.start();
  for (const id of ['one', 'two']) void outbox.add(entry(id));
  await secondsLater(() => sent).toEqual(['one', 'two']);
  await secondsLater(() => outbox.list.entries()).toEqual([]);
  expect(unkept).toEqual(['one', 'two']);

  await letGo();
  await expect.poll(() => readOutbox('ana')).toEqual([]);
  outbox.sendNow();
  await secondsLater(() => outbox.list.entries()).toEqual([]);
  expect(sent).toEqual(['one', 'two']);
});

test('what a database has taken in late survives the page', async () => {
  network = 'away';
  const { outbox, unkept } = tab();
  letGo = await databaseFallsSilent();
  void outbox.add(entry('one'));
  await secondsLater(() => unkept).toEqual(['one']);
  expect(outbox.list.holdsUnkept()).toBe(true);
  await letGo();
  await expect.poll(() => outbox.list.holdsUnkept()).toBe(false);
  expect(await readOutbox('ana')).toHaveLength(1);
});

test('what a database tells late is shown and sent', async () => {
  await addToOutbox(entry('one'));
  const { outbox, sent } = tab();
  letGo = await databaseFallsSilent();
  let started = false;
  void outbox.start().then(() => (started = true));
  await secondsLater(() => started).toBe(true);
  await letGo();
  await expect.poll(() => outbox.list.entries()).toHaveLength(1);
  await secondsLater(() => sent).toEqual(['one']);
});

test('what is discarded while the database is silent is not sent', async () => {
  const { outbox, sent, unkept } = tab();
  letGo = await databaseFallsSilent();
  let over = false;
  const adding = outbox.add(entry('one')).then(() => (over = true));
  void outbox.discard('one');
  await secondsLater(() => over).toBe(true);
  await adding;
  expect([sent, unkept, outbox.list.entries()]).toEqual([[], [], []]);
  await letGo();
  await expect.poll(() => readOutbox('ana')).toEqual([]);
});
