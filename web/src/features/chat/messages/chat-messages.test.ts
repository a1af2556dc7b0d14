// @vitest-environment jsdom
import type { Chat } from '@koinonia/contracts/chat.ts';
import { expect, test } from 'vitest';
import { changed, heardChangesHead } from '../model/message-changes.ts';
import { emptyLog, heardHead } from '../model/message-log.ts';
import type { ChatMessages } from './chat-messages.ts';
import { keepInTab, messagesInTab } from './messages-in-tab.ts';
import { MessageCaches } from './message-caches.ts';
import { OpenedChats } from './opened-chats.ts';
import type { MessagesOnDevice } from './messages-on-device.ts';
import { withKitchen } from '../testing/kitchen.ts';
import { message, range } from '../testing/messages.ts';

let onDevice: MessagesOnDevice;
let chat: ChatMessages;
const server = withKitchen((kitchen) => ({ onDevice, chat } = kitchen));
const shown = () => {
  const { log } = chat.now;
  return { from: log.messages[0]?.seq, to: log.messages.at(-1)?.seq, live: log.live };
};

const textAt = (seq: number) => chat.now.log.messages.find((one) => one.seq === seq)?.text;

/** This device has the messages up to `to`, all of them or those `from` there. */
async function hasOnDevice(to: number, from = 1) {
  onDevice.keep('kitchen', { ...emptyLog, messages: range(from, to), last: to, whole: from === 1 });
  await expect.poll(async () => (await onDevice.newest('kitchen', 1))?.messages.at(-1)?.seq).toBe(to);
}

test('a chat that was opened from this device is asked for again, where it is read', async () => {
  await hasOnDevice(560);
  server.network = 'away';
  await chat.open(520);
  expect(shown()).toEqual({ from: 471, to: 560, live: true });
  chat.looksAt(490);
  server.network = 'here';
  await expect.poll(shown).toEqual({ from: 441, to: 540, live: false });
});

test('whoever scrolls away while a chat opened from this device is asked for again stays where they are', async () => {
  await hasOnDevice(560);
  server.network = 'away';
  await chat.open(520);
  chat.looksAt(480);
  server.network = 'here';
  const again = server.holdNext();
  await again.come;
  chat.looksAt(555);
  again.letGo();
  await expect.poll(shown).toEqual({ from: 506, to: 605, live: false });
});

test('whoever reads what this device has of a chat that could not be opened stays where they are', async () => {
  await hasOnDevice(560);
  server.network = 'away';
  await expect(chat.open()).rejects.toThrow('fetch');
  expect(shown()).toEqual({ from: 461, to: 560, live: true });
  chat.looksAt(470);
  server.network = 'here';
  await expect.poll(shown).toEqual({ from: 421, to: 520, live: false });
});

test('whoever leaves the end of a chat that could not be opened, while it is asked for again, stays where they are', async () => {
  await hasOnDevice(560);
  server.network = 'away';
  await expect(chat.open()).rejects.toThrow('fetch');
  server.network = 'here';
  const again = server.holdNext();
  await again.come;
  chat.looksAt(470);
  again.letGo();
  await expect.poll(shown).toEqual({ from: 421, to: 520, live: false });
});

test('what came since follows on the end of what this device has, which somebody has read', async () => {
  await hasOnDevice(210);
  server.network = 'away';
  await chat.open(200);
  expect(shown()).toMatchObject({ to: 210, live: true });
  chat.looksAt(null);
  server.network = 'here';
  chat.learn((log) => heardHead(log, 700));
  await expect.poll(shown).toEqual({ from: 161, to: 260, live: false });
});

test('a chat counts as opened when it is shown where it opens, and not before', async () => {
  await chat.show();
  chat.learn((log) => heardHead(log, 700));
  expect(chat.now.opened).toBe(false);
  await chat.open();
  expect(chat.now.opened).toBe(true);

  const around = server.holdNext();
  const again = chat.open(300);
  await around.come;
  expect(chat.now.opened).toBe(false);
  around.letGo();
  await again;
  expect(chat.now.opened).toBe(true);
});

test('a place that could not be shown is not read in its stead', async () => {
  await hasOnDevice(560, 461);
  server.network = 'failing';
  await expect(chat.open(300)).rejects.toThrow('away');
  expect([shown().to, chat.now.opened]).toEqual([560, false]);
  server.network = 'here';
  await expect.poll(() => chat.now.opened).toBe(true);
  expect(shown()).toEqual({ from: 251, to: 350, live: false });
});

test('what is read after a jump in a chat that is open has failed is read', async () => {
  await chat.open();
  server.network = 'failing';
  await Promise.allSettled([chat.goTo(300), chat.open(300)]);
  server.network = 'here';
  expect([shown().to, chat.now.opened]).toEqual([700, true]);
});

test('a chat is opened again when somebody wrote before its first page came, and then nothing came', async () => {
  const first = server.holdNext();
  const opened = chat.open(300);
  await first.come;
  server.network = 'failing';
  await chat.toNewest({ written: true });
  server.network = 'here';
  first.letGo();
  await opened;
  await expect.poll(shown).toEqual({ from: 651, to: 700, live: true });
  expect(chat.now.status).toBe('ready');
});

test('what is written, and the newest end that was asked for, stay when a failed opening is tried again', async () => {
  await hasOnDevice(560, 461);
  server.network = 'failing';
  await expect(chat.open(300)).rejects.toThrow('away');
  expect(shown()).toEqual({ from: 461, to: 560, live: true });
  await chat.toNewest({ written: true });
  server.network = 'here';
  await expect.poll(shown).toEqual({ from: 651, to: 700, live: true });
});

test('a place that could not be shown is not shown when a failed opening is tried again', async () => {
  await hasOnDevice(560, 461);
  server.network = 'failing';
  await Promise.allSettled([chat.open(300), chat.show().then(() => chat.goTo(300))]);
  server.network = 'here';
  await expect.poll(shown).toEqual({ from: 651, to: 700, live: true });
});

test('what is written far back without a network leaves the newest messages in the cache of the tab', async () => {
  keepInTab('kitchen', range(671, 700), 0);
  await chat.open(300);
  server.network = 'away';
  await chat.toNewest({ written: true });
  expect(shown()).toEqual({ from: 251, to: 350, live: true });
  expect(messagesInTab('kitchen').at(-1)?.seq).toBe(700);
});

test('what changes during a jump is asked for after it, whether it succeeds or fails', async () => {
  await chat.open(300);
  const gone = message(110, { text: '', deletedAt: '2026-11-20T09:00:00.000Z', changeSeq: 1 });
  const jump = server.holdNext();
  const jumped = chat.goTo(120);
  await jump.come;
  server.stored.set(110, gone);
  chat.learn((log) => changed(log, gone));
  jump.letGo();
  await jumped;
  await expect.poll(() => textAt(110)).toBe('');

  const failing = server.holdNext();
  const failed = chat.goTo(500);
  await failing.come;
  server.stored.set(111, message(111, { text: 'edited', changeSeq: 3 }));
  chat.learn((log) => heardChangesHead(log, 3));
  server.network = 'failing';
  failing.letGo();
  await expect(failed).rejects.toThrow('away');
  server.network = 'here';
  await expect.poll(() => textAt(111)).toBe('edited');
});

test('what this device drops because it is far behind is stored again as the page has it', async () => {
  const openedChats = new OpenedChats('ana', new MessageCaches(onDevice));
  await openedChats.of('kitchen').open();
  const changesHere = async () => (await onDevice.chats()).map(({ changes }) => changes);
  await expect.poll(changesHere).toEqual([0]);

  const head = { id: 'kitchen', lastSeq: 700, changeSeq: 100_000 } as Chat;
  openedChats.heardHead(head.id, head.lastSeq, head.changeSeq);
  await expect.poll(() => openedChats.get('kitchen').log.changes, { interval: 5 }).toBe(head.changeSeq);
  await openedChats.healKept(() => [head]);
  await expect.poll(changesHere).toEqual([head.changeSeq]);
  expect((await onDevice.newest('kitchen', 1))?.messages).toEqual([message(700)]);
  openedChats.stop();
});

test('a chat that the list lacks is dropped from the device, though what changed in another cannot be had', async () => {
  await hasOnDevice(20);
  onDevice.keep('garden', { ...emptyLog, messages: range(1, 1), last: 1, changes: 0 });
  await expect.poll(async () => (await onDevice.chats()).length).toBe(2);
  const openedChats = new OpenedChats('ana', new MessageCaches(onDevice));
  server.network = 'away';
  await openedChats.healKept(() => [{ id: 'garden', lastSeq: 1, changeSeq: 3 } as Chat]);
  await expect.poll(async () => (await onDevice.chats()).map(({ chatId }) => chatId)).toEqual(['garden']);
  openedChats.stop();
});

test('a chat that begins while the device is being read stays on the page and on the device', async () => {
  const openedChats = new OpenedChats('ana', new MessageCaches(onDevice));
  let list: Chat[] = [];
  const free = Promise.withResolvers<void>();
  const chats = onDevice.chats.bind(onDevice);
  onDevice.chats = () => free.promise.then(chats);
  const healed = openedChats.healKept(() => list);
  list = [{ id: 'kitchen', lastSeq: 700 } as Chat];
  await openedChats.of('kitchen').open();
  await expect.poll(async () => (await chats()).length).toBe(1);
  free.resolve();
  await healed;
  expect(openedChats.get('kitchen').status).toBe('ready');
  expect((await onDevice.newest('kitchen', 1))?.messages).toEqual([message(700)]);
  openedChats.stop();
});

test('what comes while changes are asked for is asked for, too', async () => {
  await chat.open();
  const changes = server.holdNext();
  chat.learn((log) => heardChangesHead(log, 3));
  await changes.come;
  server.stored.set(701, message(701));
  chat.learn((log) => heardHead(log, 701));
  changes.letGo();
  await expect.poll(() => textAt(701)).toBe(message(701).text);
});

test('whoever reads further up stays there when too much has changed to be asked for one after another', async () => {
  await chat.open();
  chat.looksAt(655);
  server.asked.length = 0;
  chat.learn((log) => heardChangesHead(log, 5_000));
  await expect.poll(() => chat.now.log.changes).toBe(5_000);
  expect(server.asked).toEqual([expect.stringContaining('around=655')]);
  expect(textAt(655)).toBe(message(655).text);
  expect(textAt(610)).toBe(message(610).text);
});

test('whoever is far behind reads on from there, and gets to the end when they ask for it', async () => {
  await chat.open();
  for (let seq = 701; seq <= 2_000; seq += 1) server.stored.set(seq, message(seq));
  chat.learn((log) => heardHead(log, 2_000));
  await expect.poll(() => chat.now.log.live).toBe(false);
  expect(chat.now.log.last).toBe(700);
  await chat.loadNewer();
  expect(chat.now.log.last).toBe(750);
  await chat.toNewest();
  expect(chat.now.log).toMatchObject({ live: true, last: 2_000 });
});
