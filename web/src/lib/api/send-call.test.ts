import { listMessages, markRead } from '@koinonia/contracts/chat.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withPageServer } from '../testing/page-server.ts';
import { fetchCall } from './send-call.ts';

const patience = 4_000;
const pieces = 40;

/** Answers bit by bit, for longer than the call's patience. '/stops' gets only the first bit, '/silent' nothing. */
withPageServer(async (request, response) => {
  if (request.url?.includes('/silent')) return;
  const coming = request.url?.includes('/stops') ? 1 : pieces;
  response.writeHead(200);
  for (let piece = 0; piece < coming; piece += 1) {
    response.write('x');
    await wait((1.5 * patience) / pieces);
  }
  if (coming === pieces) response.end();
});

const read = async (id: string, signal?: AbortSignal) =>
  (await fetchCall(listMessages, { params: { id }, signal }, { timeout: patience })).text();

test('what is only read may come slowly, as long as it comes, also by a POST', async () => {
  const post = { params: { id: 'slow' }, body: { seq: 1 } };
  const posted = fetchCall(markRead, post, { timeout: patience, onlyReads: true });
  expect(await read('slow')).toBe('x'.repeat(pieces));
  expect(await (await posted).text()).toBe('x'.repeat(pieces));
});

test.each(['stops', 'silent'])('an answer that is %s is given up', async (id) => {
  await expect(read(id)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('whoever no longer wants an answer ends it, also while it comes', async () => {
  const ending = new AbortController();
  const refused = expect(read('slow', ending.signal)).rejects.toThrow('not wanted');
  await wait(patience / 4);
  ending.abort(new Error('not wanted'));
  await refused;
});

test('a call that changes something has its time for all of it', async () => {
  const answer = fetchCall(markRead, { params: { id: 'slow' }, body: { seq: 1 } }, { timeout: patience });
  await expect(answer.then((response) => response.text())).rejects.toMatchObject({ name: 'TimeoutError' });
});
