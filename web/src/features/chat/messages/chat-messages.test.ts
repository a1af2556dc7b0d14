// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clearSeen } from '../../../lib/seen/seen-database.ts';
import { session } from '../../../lib/session/session.ts';
import { changed, heardChangesHead } from '../model/message-changes.ts';
import { emptyLog, heardHead } from '../model/message-log.ts';
import { ChatMessages } from './chat-messages.ts';
import { KeptChats } from './kept-chats.ts';
import { keepMessages, keptMessages } from './message-cache.ts';
import { MessageLogs } from './message-logs.ts';
import { SeenMessages } from './seen-messages.ts';
import { message, range } from '../testing/messages.ts';

const stored = new Map<number, Message>();
/** Away: calls get no answer. Failing: they are answered by an error. */
let network: 'here' | 'away' | 'failing' = 'here';
let hold: (() => Promise<void>) | undefined;

function pageOf(query: URLSearchParams): Message[] {
  const all = [...stored.values()];
  const [limit, after, around] = ['limit', 'after', 'around'].map((key) => Number(query.get(key) ?? NaN));
  const changes = query.get('changedAfter');
  if (changes !== null) return all.filter(({ changeSeq = 0 }) => changeSeq > Number(changes));
  const first = all.findIndex(({ seq }) => seq > (after ?? NaN) || seq > (around ?? NaN) - (limit ?? 0) / 2);
  return first < 0 ? all.slice(-(limit ?? 0)) : all.slice(first, first + (limit ?? 0));
}

async function answer(url: URL, response: ServerResponse) {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (url.pathname.endsWith('/token'))
    return json(200, { token: 'token', expiresAt: new Date(Date.now() + 300_000).toISOString() });
  const page = pageOf(url.searchParams);
  await hold?.();
  if (network === 'away') return response.destroy();
  return network === 'failing' ? json(503, { error: 'away' }) : json(200, page);
}

const server = createServer((request, response) => void answer(new URL(request.url ?? '', 'http://here'), response));

let seen: SeenMessages;
let chat: ChatMessages;
const shown = () => {
  const { log } = chat.now;
  return { from: log.messages[0]?.seq, to: log.messages.at(-1)?.seq, live: log.live };
};

const textAt = (seq: number) => chat.now.log.messages.find((one) => one.seq === seq)?.text;

/** Keeps the answer to the next call back. */
function holdNext() {
  const come = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  hold = () => {
    hold = undefined;
    come.resolve();
    return free.promise;
  };
  return { come: come.promise, letGo: free.resolve };
}

/** This device has the messages up to here. */
async function hasSeen(to: number) {
  seen.keep('kitchen', { ...emptyLog, messages: range(1, to), last: to, whole: true });
  await expect.poll(async () => (await seen.newest('kitchen', 1))?.messages.at(-1)?.seq).toBe(to);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
});

afterAll(() => {
  vi.unstubAllGlobals();
  return new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  stored.clear();
  for (const one of range(1, 700)) stored.set(one.seq, one);
  network = 'here';
  hold = undefined;
  seen = new SeenMessages('ana');
  chat = new ChatMessages('kitchen', { seen, kept: new KeptChats(seen), onChange: () => undefined });
});

afterEach(async () => {
  chat.end();
  seen.stop();
  await clearSeen();
  session.end();
});

test('a chat that was opened from this device is asked for again, where it is read', async () => {
  await hasSeen(560);
  network = 'away';
  await chat.open(520);
  expect(shown()).toEqual({ from: 471, to: 560, live: true });
  chat.looksAt(490);
  network = 'here';
  await expect.poll(shown).toEqual({ from: 441, to: 540, live: false });
});

test('what came since follows on the end of what this device has, which somebody has read', async () => {
  await hasSeen(210);
  network = 'away';
  await chat.open(200);
  expect(shown()).toMatchObject({ to: 210, live: true });
  chat.looksAt(null);
  network = 'here';
  chat.learn((log) => heardHead(log, 700));
  await expect.poll(shown).toEqual({ from: 161, to: 260, live: false });
});

test('a chat counts as opened when it is shown where it opens, and not before', async () => {
  await chat.show();
  chat.learn((log) => heardHead(log, 700));
  expect(chat.now.opened).toBe(false);
  await chat.open();
  expect(chat.now.opened).toBe(true);

  const around = holdNext();
  const again = chat.open(300);
  await around.come;
  expect(chat.now.opened).toBe(false);
  around.letGo();
  await again;
  expect(chat.now.opened).toBe(true);
});

test('a place that could not be shown is not read in its stead', async () => {
  await hasSeen(560);
  network = 'failing';
  await expect(chat.open(300)).rejects.toThrow('away');
  expect([shown().to, chat.now.opened]).toEqual([560, false]);
  network = 'here';
  await expect.poll(() => chat.now.opened).toBe(true);
  expect(shown()).toEqual({ from: 251, to: 350, live: false });
});

test('what is written, and the newest end that was asked for, stay when a failed opening is tried again', async () => {
  await hasSeen(560);
  network = 'failing';
  await expect(chat.open(300)).rejects.toThrow('away');
  expect(shown()).toEqual({ from: 461, to: 560, live: true });
  await chat.toNewest({ written: true });
  network = 'here';
  await expect.poll(shown).toEqual({ from: 651, to: 700, live: true });
});

test('a place that could not be shown is not shown when a failed opening is tried again', async () => {
  await hasSeen(560);
  network = 'failing';
  await Promise.allSettled([chat.open(300), chat.show().then(() => chat.goTo(300))]);
  network = 'here';
  await expect.poll(shown).toEqual({ from: 651, to: 700, live: true });
});

test('what is written far back without a network leaves the newest messages in the cache of the tab', async () => {
  keepMessages('kitchen', range(671, 700), 0);
  await chat.open(300);
  network = 'away';
  await chat.toNewest({ written: true });
  expect(shown()).toEqual({ from: 251, to: 350, live: true });
  expect(keptMessages('kitchen').at(-1)?.seq).toBe(700);
});

test('what changes during a jump is asked for after it, whether it succeeds or fails', async () => {
  await chat.open(300);
  const gone = message(110, { text: '', deletedAt: '2026-11-20T09:00:00.000Z', changeSeq: 1 });
  const jump = holdNext();
  const jumped = chat.goTo(120);
  await jump.come;
  stored.set(110, gone);
  chat.learn((log) => changed(log, gone));
  jump.letGo();
  await jumped;
  await expect.poll(() => textAt(110)).toBe('');

  const failing = holdNext();
  const failed = chat.goTo(500);
  await failing.come;
  stored.set(111, message(111, { text: 'edited', changeSeq: 3 }));
  chat.learn((log) => heardChangesHead(log, 3));
  network = 'failing';
  failing.letGo();
  await expect(failed).rejects.toThrow('away');
  network = 'here';
  await expect.poll(() => textAt(111)).toBe('edited');
});

test('what this device drops because it is far behind is stored again as the page has it', async () => {
  const logs = new MessageLogs('ana', seen);
  await logs.of('kitchen').open();
  const changesHere = async () => (await seen.chats()).map(({ changes }) => changes);
  await expect.poll(changesHere).toEqual([0]);

  const head = { id: 'kitchen', lastSeq: 700, changeSeq: 100_000 } as Chat;
  logs.heardHead(head.id, head.lastSeq, head.changeSeq);
  await expect.poll(() => logs.get('kitchen').log.changes, { interval: 5 }).toBe(head.changeSeq);
  await logs.healKept([head]);
  await expect.poll(changesHere).toEqual([head.changeSeq]);
  expect((await seen.newest('kitchen', 1))?.messages).toEqual([message(700)]);
  logs.stop();
});
