// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { heardChangesHead } from '../model/message-changes.ts';
import { emptyLog, heardHead } from '../model/message-log.ts';
import { withKitchen } from '../testing/kitchen.ts';
import { message, range } from '../testing/messages.ts';
import type { ChatMessages } from './chat-messages.ts';
import { keepInTab } from './messages-in-tab.ts';
import { MessageCaches } from './message-caches.ts';
import { OpenedChats } from './opened-chats.ts';
import { MessagesOnDevice } from './messages-on-device.ts';

let onDevice: MessagesOnDevice;
let chat: ChatMessages;
const server = withKitchen((kitchen) => ({ onDevice, chat } = kitchen));

const last = () => chat.now.log.messages.at(-1)?.seq;

/** This device has the messages from 501 to `to`, but gives them only after nobody waits any more, when the test says so. */
async function deviceIsLate(to: number) {
  onDevice.keep('kitchen', { ...emptyLog, messages: range(501, to), last: to });
  const newest = () => new MessagesOnDevice('ana').newest('kitchen', 100);
  await expect.poll(async () => (await newest())?.messages.at(-1)?.seq).toBe(to);
  const answer = Promise.withResolvers<Awaited<ReturnType<typeof newest>>>();
  const page = await newest();
  onDevice.newest = () => answer.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return async () => {
    vi.advanceTimersByTime(10_000);
    await new Promise(setImmediate);
    answer.resolve(page);
    await answer.promise;
  };
}

afterEach(() => void vi.useRealTimers());

test('until it is known where a chat opens, nothing is asked, and then its first page has all that is missing', async () => {
  keepInTab('kitchen', range(671, 699), 1);
  await chat.show();
  chat.learn((log) => heardChangesHead(heardHead(log, 700), 2));
  await chat.open();
  expect(last()).toBe(700);
  expect(server.asked).toEqual(['?limit=50']);
});

test('nothing is asked before the first message of a chat that this tab has cached from its beginning', async () => {
  keepInTab('kitchen', range(1, 20), 0);
  await chat.show();
  await chat.loadOlder();
  expect(server.asked).toEqual([]);
});

test('what is told while a chat opens makes nobody ask for its first page again', async () => {
  keepInTab('kitchen', range(671, 699), 1);
  const first = server.holdNext();
  const opened = chat.open();
  await first.come;
  chat.learn((log) => heardHead(log, 700));
  // By the time of this answer, all earlier calls have been made.
  await chat.loadOlder();
  first.letGo();
  await opened;
  expect(last()).toBe(700);
  expect(server.asked).toEqual(['?limit=50', '?before=671&limit=50']);
});

test('a chat that opens at a message in its address asks for that place once', async () => {
  keepInTab('kitchen', range(671, 700), 0);
  const opened = chat.open(50);
  await chat.goTo(50);
  await opened;
  expect([chat.now.log.messages[0]?.seq, last()]).toEqual([1, 100]);
  expect(server.asked).toEqual(['?around=50&limit=100']);
});

test('a call that hangs keeps no news from a chat that was opened again meanwhile', async () => {
  const first = server.holdNext();
  let hangs = true;
  const given = chat.open().finally(() => (hangs = false));
  await first.come;
  await chat.open();
  server.stored.set(701, message(701));
  chat.learn((log) => heardHead(log, 701));
  await expect.poll(last).toBe(701);
  expect(hangs).toBe(true);
  first.letGo();
  await given;
});

test('a chat that could not be opened catches up with the next news, although the device does not answer', async () => {
  keepInTab('kitchen', range(671, 690), 0);
  const device = Promise.withResolvers<undefined>();
  onDevice.newest = () => device.promise;
  server.network = 'failing';
  const opened = expect(chat.open()).rejects.toThrow('away');
  await expect.poll(() => server.failures).toBe(1);
  server.network = 'here';
  const news = () => {
    chat.learn((log) => heardHead(log, 700));
    return last();
  };
  await expect.poll(news).toBe(700);
  device.resolve(undefined);
  await opened;
});

test.each(['failing', 'refusing'] as const)(
  'an opening that ends %s is repeated at the same place',
  async (network) => {
    server.network = network;
    await expect(chat.open(300)).rejects.toThrow();
    server.network = 'here';
    const again = server.holdNext();
    chat.learn((log) => heardHead(log, 700));
    await again.come;
    expect(chat.now.status, 'until it succeeds, the failure shows').toBe('failed');
    again.letGo();
    await expect.poll(() => chat.now.status).toBe('ready');
    expect([chat.now.log.messages[0]?.seq, last()]).toEqual([251, 350]);
    expect(server.asked).toEqual(['?around=300&limit=100', '?around=300&limit=100']);
  },
);

test('whoever reads what this tab has, before a chat opens, stays there', async () => {
  keepInTab('kitchen', range(571, 600), 0);
  await chat.show();
  chat.looksAt(575);
  await chat.open();
  expect(server.asked).toEqual(['?around=575&limit=100']);
  expect([chat.now.log.messages[0]?.seq, last(), chat.now.opened]).toEqual([526, 625, true]);
});

test('whoever reads what this device has, before a chat opens where one stopped reading, stays there', async () => {
  onDevice.keep('kitchen', { ...emptyLog, messages: range(501, 700), last: 700 });
  await expect.poll(async () => (await onDevice.newest('kitchen', 1))?.messages.length).toBe(1);
  await chat.show();
  chat.looksAt(610);
  await chat.open(695);
  expect([chat.now.log.messages[0]?.seq, last(), chat.now.opened]).toEqual([561, 660, true]);
});

test('a chat that was left far back opens at its end, though it cannot be asked for at first', async () => {
  const openedChats = new OpenedChats('ana', new MessageCaches(onDevice));
  const shown = () => openedChats.get('kitchen').log.messages.at(-1)?.seq;
  await openedChats.of('kitchen').open(50);
  expect(shown()).toBe(100);
  openedChats.leave('kitchen', openedChats.of('kitchen'));
  expect(shown()).toBeUndefined();
  server.network = 'failing';
  await expect(openedChats.of('kitchen').open(null)).rejects.toThrow('away');
  server.network = 'here';
  await expect.poll(shown).toBe(700);
  openedChats.leave('kitchen', openedChats.of('kitchen'));
  expect(shown()).toBe(700);
  openedChats.stop();
});

test('what a slow device tells late does not replace what the server has answered', async () => {
  const tells = await deviceIsLate(560);
  server.stored.clear();
  await chat.open();
  await tells();
  expect([chat.now.status, last()]).toEqual(['ready', undefined]);
});

test('what a slow device tells late does not move what somebody reads', async () => {
  keepInTab('kitchen', range(661, 690), 0);
  const tells = await deviceIsLate(690);
  server.network = 'failing';
  const opened = expect(chat.open()).rejects.toThrow('away');
  await expect.poll(() => server.failures).toBe(1);
  chat.looksAt(665);
  await tells();
  await opened;
  expect([chat.now.log.messages[0]?.seq, last()]).toEqual([661, 690]);
});

test('what a slow device tells late is not shown when the server has refused it', async () => {
  const tells = await deviceIsLate(560);
  server.network = 'refusing';
  const opened = expect(chat.open()).rejects.toThrow('forbidden');
  await expect.poll(() => server.failures).toBe(1);
  await tells();
  await opened;
  expect([chat.now.status, last()]).toEqual(['failed', undefined]);
});

test('what a slow device tells late is not shown when the server has refused the second try', async () => {
  const tells = await deviceIsLate(560);
  server.network = 'failing';
  const opened = expect(chat.open()).rejects.toThrow('away');
  await expect.poll(() => server.failures).toBe(1);
  vi.advanceTimersByTime(10_000);
  await opened;
  server.network = 'refusing';
  chat.learn((log) => heardHead(log, 700));
  await expect.poll(() => server.failures).toBe(2);
  await tells();
  expect([chat.now.status, last()]).toEqual(['failed', undefined]);
});

test('a chat is not called away while the device that has it is still being read', async () => {
  const device = Promise.withResolvers<Awaited<ReturnType<MessagesOnDevice['newest']>>>();
  onDevice.newest = () => device.promise;
  void chat.show();
  server.network = 'failing';
  const opened = expect(chat.open()).rejects.toThrow('away');
  await expect.poll(() => server.failures).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(chat.now.status).toBe('loading');
  device.resolve({ messages: range(671, 690), first: false, last: false, changes: 0 });
  await opened;
  expect([chat.now.status, last()]).toEqual(['ready', 690]);
});
