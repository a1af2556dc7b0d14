import { randomBytes, randomUUID } from 'node:crypto';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { photo } from '../testing/pictures.ts';
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

/** Sends a file, of which the second half comes after what happens meanwhile. */
async function sendWhile(meanwhile: () => void, to: string, file: Buffer): Promise<Response> {
  const form = new Response(formWith(to.endsWith('avatar') ? 'avatar' : 'attachment', file, 'plan.bin'));
  const headers = { ...(await headersOf(ruth, 'media', session)), 'content-type': form.headers.get('content-type')! };
  const bytes = await bytesOf(form);
  async function* slowly() {
    yield bytes.subarray(0, 2000);
    await expect.poll(() => media.spooled()).not.toEqual([]);
    meanwhile();
    yield bytes.subarray(2000);
  }
  const body = ReadableStream.from(slowly());
  return ask(media, ruth, to, { method: 'POST', headers, body, duplex: 'half' });
}

type AccessEnd = [how: string, meanwhile: () => void, refusal: [status: number, code: string]];

const accessEnds: AccessEnd[] = [
  ['was deactivated', () => void media.neighbours.withoutAccess.add(ruth), [403, 'account_deactivated']],
  ['has signed out', () => void media.neighbours.withoutAccess.add(session), [401, 'unauthenticated']],
];

test.each<AccessEnd>([
  [
    'has left the chat or was removed',
    () => void media.neighbours.members.get(chatId)?.delete(ruth),
    [404, 'not_found'],
  ],
  ...accessEnds,
])('a file whose sender %s while it came is refused, and nothing of it stays', async (_, meanwhile, refusal) => {
  const stored = await namesIn(media.files);
  const answer = await sendWhile(meanwhile, `/api/chat/${chatId}/attachment`, randomBytes(5000));
  expect(await refusalOf(answer)).toEqual(refusal);
  expect(await media.db.selectFrom('uploads').selectAll().where('owner_id', '=', ruth).execute()).toEqual([]);
  expect(await namesIn(media.files)).toEqual(stored);
  await expect.poll(() => media.spooled()).toEqual([]);
});

test.each(accessEnds)('a photo of somebody who %s while it came becomes nobody’s', async (_, meanwhile, refusal) => {
  const answer = await sendWhile(meanwhile, '/api/upload-avatar', await photo(600, 400));
  expect(await refusalOf(answer)).toEqual(refusal);
  expect(await media.db.selectFrom('uploads').selectAll().where('owner_id', '=', ruth).execute()).toEqual([]);
  expect(media.neighbours.photos.get(ruth)).toBeUndefined();
});
