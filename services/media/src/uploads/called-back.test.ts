import { randomUUID } from 'node:crypto';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, chatOf, formWith, type Media, s3Environment, startMedia } from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';

let media: Media;
beforeAll(async () => {
  // Without a worker, so that a test decides when a picture is ready.
  media = await startMedia({ ...s3Environment(), REDIS_URL: 'redis://127.0.0.1:1' });
});
afterAll(() => media.stop());

const rows = () => media.db.selectFrom('uploads').select('id').where('stored', '=', true).execute();

test.each([
  ['avatar', (ruth: string) => ({ path: '/api/upload-avatar', of: ruth })],
  [
    'picture',
    (ruth: string) => {
      const chatId = chatOf(media, ruth);
      return { path: `/api/chat/${chatId}/picture`, of: chatId };
    },
  ],
])('a picture that was called back after its last byte is not put to use (%s)', async (field, where) => {
  const ruth = randomUUID();
  const { path, of } = where(ruth);
  media.neighbours.photos.set(of, 'before');
  const form = formWith(field, await photo(50, 50));
  const sending = new AbortController();
  const sent = ask(media, ruth, path, { method: 'POST', body: form, signal: sending.signal });
  const calledBack = expect(sent).rejects.toThrow('abort');
  await eventually(async () => expect(await rows()).toHaveLength(1));
  sending.abort();
  await calledBack;
  await media.db.updateTable('uploads').set({ state: 'ready' }).execute();
  await eventually(async () => expect(await rows()).toEqual([]));
  expect(media.neighbours.photos.get(of)).toBe('before');
});
