import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFailingStore } from '../testing/failing-store.ts';
import {
  ask,
  attached,
  chatOf,
  type Media,
  s3Environment,
  sendAvatar,
  startMedia,
  statusOf,
  whenWorkedOn,
} from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';

const ruth = randomUUID();
let store: Awaited<ReturnType<typeof startFailingStore>>;
let media: Media;
let avatar: string;
let file: string;

beforeAll(async () => {
  const environment = s3Environment();
  store = await startFailingStore(environment['S3_ENDPOINT'] ?? '');
  media = await startMedia({ ...environment, S3_ENDPOINT: store.endpoint });
  avatar = ((await (await sendAvatar(media, ruth, await photo(300, 300))).json()) as { url: string }).url;
  const pdf = { bytes: Buffer.from('%PDF-1.7'), name: 'plan.pdf' };
  file = (await attached(media, ruth, chatOf(media, ruth), pdf)).url;
  await whenWorkedOn(media, ruth, avatar).then(statusOf);
});
afterAll(async () => {
  await media.stop();
  await store.close();
});

/** The answer's status, and all headers that let a browser keep or describe the file instead of the error. */
async function answerAt(url: string) {
  const answer = await ask(media, ruth, url);
  const told = ['cache-control', 'content-disposition', 'etag', 'accept-ranges', 'vary'].map((name) => [
    name,
    answer.headers.get(name),
  ]);
  return { status: await statusOf(answer), ...Object.fromEntries(told.filter(([, value]) => value !== null)) };
}

test('while the store is away, no browser keeps the error in place of a picture or a file', async () => {
  store.fail(503);
  const answers = [await answerAt(avatar), await answerAt(file)];
  store.mend();
  const error = { status: 503, 'cache-control': 'no-store' };
  expect(answers).toEqual([error, error]);
  expect(await answerAt(avatar)).toMatchObject({ status: 200, 'cache-control': expect.stringContaining('immutable') });
});

test('when the store breaks off before the first byte, no browser keeps that error either', async () => {
  store.sendOnlyHeads();
  const answers = [await answerAt(avatar), await answerAt(file)];
  store.mend();
  const error = { status: 503, 'cache-control': 'no-store' };
  expect(answers).toEqual([error, error]);
});

test('a picture that is gone from the store is told as gone, and no browser keeps that either', async () => {
  for await (const name of media.files.list('avatars/')) await media.files.delete(name);
  expect(await answerAt(avatar)).toEqual({ status: 410, 'cache-control': 'no-store' });
});
