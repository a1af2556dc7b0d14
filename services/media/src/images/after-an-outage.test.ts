import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { newId } from '@koinonia/kit/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatOf, type Media, startMedia, statusOf, whenWorkedOn } from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';
import { attachmentAddress } from '../uploads/addresses.ts';
import { originalName } from '../uploads/object-names.ts';

const ruth = randomUUID();
let media: Media;

beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

/** An image that was taken so many ms ago, and has been waiting since. */
async function taken(age: number): Promise<string> {
  const bytes = await photo(400, 300);
  const upload = {
    id: newId(),
    kind: 'attachment' as const,
    owner_id: ruth,
    chat_id: chatOf(media, ruth),
    file_name: 'harvest.jpg',
    content_type: 'image/jpeg',
    size: bytes.length,
    width: 400,
    height: 300,
    placeholder: '',
    animated: false,
    state: 'pending' as const,
    stored: true,
    created_at: new Date(Date.now() - age),
  };
  const about = { contentType: upload.content_type, size: upload.size };
  await media.files.put(originalName(upload), Readable.from([bytes]), about);
  await media.db.insertInto('uploads').values(upload).execute();
  return attachmentAddress(upload);
}

test('an image whose time ran out while nobody was there, as in a power cut, is worked on now', async () => {
  const url = await taken(10 * 60_000);
  expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
});
