// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../lib/session/session.ts';
import { untoldReads } from '../../../lib/session/own-stores.ts';
import { withPageServer } from '../../../lib/testing/page-server.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { ReadTelling } from './read-telling.ts';

/** What the server is told, and how the test answers. */
interface Told {
  readonly chatId: string | undefined;
  readonly body: unknown;
  answer(status: number): void;
}

let told: Told[] = [];
let telling: ReadTelling;

const answer = (response: ServerResponse, status: number) =>
  status === 0
    ? response.destroy()
    : response.writeHead(status).end(status === 204 ? undefined : '{"error":"No","code":"internal"}');

withPageServer(async (request, response) => {
  if (request.url === '/api/session/token') return void response.end(JSON.stringify(tokenAnswer()));
  if (request.url === '/api/chat') return void response.end('[]');
  let body = '';
  for await (const piece of request) body += String(piece);
  const chatId = /^\/api\/chat\/(.*)\/read$/.exec(request.url ?? '')?.[1];
  told.push({ chatId, body: JSON.parse(body), answer: (status) => void answer(response, status) });
});

/** Ana's page. */
function openPage(): ReadTelling {
  telling = new ReadTelling('ana', new QueryClient());
  return telling;
}

const read = (seq: number) => ({ seq, removesMark: false });
const kept = () => untoldReads.read('ana', 'kitchen');
const ofChat = (chatId: string) => told.filter((one) => one.chatId === chatId);
/** The nth call about the chat, once it is made: the page waits longer and longer before it tries again. */
const nth = async (count: number, chatId = 'kitchen') => {
  await expect.poll(() => (vi.advanceTimersByTime(500), ofChat(chatId))).toHaveLength(count);
  return ofChat(chatId)[count - 1]!;
};

beforeEach(() => {
  told = [];
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  telling.stop();
  for (const one of told) one.answer(0);
  untoldReads.clear();
  vi.useRealTimers();
  session.end();
});

test('what the server was not told is told again, without taking away a mark that may have been set since', async () => {
  openPage().tell('kitchen', read(3));
  const first = await nth(1);
  expect(first.body).toEqual({ seq: 3 });
  first.answer(503);
  const second = await nth(2);
  expect(second.body).toEqual({ seq: 3, keepsMark: true });
  expect(kept()).toBe('3');
  second.answer(204);
  await expect.poll(kept).toBe('');
});

test('a mark that reading took away is taken away on the second try, too', async () => {
  openPage().tell('kitchen', { seq: 3, removesMark: true });
  (await nth(1)).answer(503);
  expect((await nth(2)).body).toEqual({ seq: 3, keepsMark: false });
});

test('what is read while the server answers is not taken for told', async () => {
  openPage().tell('kitchen', read(3));
  const first = await nth(1);
  telling.tell('kitchen', read(5));
  const second = await nth(2);
  first.answer(204);
  second.answer(503);
  expect((await nth(3)).body).toMatchObject({ seq: 5 });
  expect(kept()).toBe('5');
});

test('what was told is not forgotten where another page has read further', async () => {
  openPage().tell('kitchen', read(3));
  const first = await nth(1);
  untoldReads.write('ana', 'kitchen', '7');
  first.answer(204);
  telling.tell('boats', read(1));
  (await nth(1, 'boats')).answer(204);
  await expect.poll(() => untoldReads.read('ana', 'boats')).toBe('');
  expect(kept()).toBe('7');
});

test('of a chat that is gone nothing more is told, but whoever calls too often is to call again', async () => {
  openPage().tell('boats', read(2));
  (await nth(1, 'boats')).answer(404);
  await expect.poll(() => untoldReads.read('ana', 'boats')).toBe('');
  telling.tell('kitchen', read(3));
  (await nth(1)).answer(429);
  expect((await nth(2)).body).toMatchObject({ seq: 3 });
  expect(ofChat('boats')).toHaveLength(1);
});

test('what an earlier page could not tell is told, without taking away a mark that may have been set since', async () => {
  untoldReads.write('ana', 'kitchen', '3');
  untoldReads.write('ana', 'boats', '4');
  openPage().tell('kitchen', read(5));
  expect((await nth(1)).body).toEqual({ seq: 5, keepsMark: true });
  expect((await nth(1, 'boats')).body).toEqual({ seq: 4, keepsMark: true });
});

test('of a chat that is marked unread nothing is told, unless that is taken back', async () => {
  openPage().tell('kitchen', read(3));
  (await nth(1)).answer(503);
  const second = await nth(2);
  const unmark = telling.forget('kitchen');
  expect(kept()).toBe('');
  second.answer(503);
  telling.tell('boats', read(1));
  for (const time of [1, 2, 3]) (await nth(time, 'boats')).answer(503);
  expect(ofChat('kitchen')).toHaveLength(2);
  unmark();
  expect(kept()).toBe('3');
  expect((await nth(3)).body).toMatchObject({ seq: 3 });
});
