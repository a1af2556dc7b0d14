import { randomBytes, randomUUID } from 'node:crypto';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask, bytesOf, chatOf, formWith, type Media, namesIn, refusalOf, startMedia } from '../testing/media.ts';

let media: Media;
let ruth: string;
let session: string;
let chatId: string;

beforeAll(async () => {
  media = await startMedia();
});
beforeEach(() => {
  ruth = randomUUID();
  session = randomUUID();
  chatId = chatOf(media, ruth, randomUUID());
});
afterAll(() => media.stop());

/** Sends a file to the chat, of which the second half comes after what happens meanwhile. */
async function sendWhile(meanwhile: () => void): Promise<Response> {
  const form = new Response(formWith('attachment', randomBytes(5000), 'plan.bin'));
  const headers = { ...(await headersOf(ruth, 'media', session)), 'content-type': form.headers.get('content-type')! };
  const bytes = await bytesOf(form);
  async function* slowly() {
    yield bytes.subarray(0, 2000);
    await expect.poll(() => media.spooled()).not.toEqual([]);
    meanwhile();
    yield bytes.subarray(2000);
  }
  const body = ReadableStream.from(slowly());
  return ask(media, ruth, `/api/chat/${chatId}/attachment`, { method: 'POST', headers, body, duplex: 'half' });
}

test.each([
  ['has left the chat or was removed', () => media.neighbours.members.get(chatId)?.delete(ruth), [404, 'not_found']],
  ['was deactivated', () => media.neighbours.withoutAccess.add(ruth), [403, 'account_deactivated']],
  ['has signed out', () => media.neighbours.withoutAccess.add(session), [401, 'unauthenticated']],
])('a file whose sender %s while it came is refused, and nothing of it stays', async (_, meanwhile, refusal) => {
  const stored = await namesIn(media.files);
  expect(await refusalOf(await sendWhile(meanwhile))).toEqual(refusal);
  expect(await media.db.selectFrom('uploads').selectAll().where('owner_id', '=', ruth).execute()).toEqual([]);
  expect(await namesIn(media.files)).toEqual(stored);
  await expect.poll(() => media.spooled()).toEqual([]);
});
