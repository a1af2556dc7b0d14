import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase } from '@koinonia/kit/stores/database.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaTables } from '../database/schema.ts';
import { ask, chatOf, type Media, startMedia, statusOf, whenWorkedOn } from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';
import { attachmentAddress } from '../objects/addresses.ts';
import { originalName } from '../objects/object-names.ts';

const ruth = randomUUID();
const log = createLog('silent', 'tests');
let media: Media;

let chatId: string;

beforeAll(async () => {
  media = await startMedia();
  chatId = chatOf(media, ruth);
});
afterAll(() => media.stop());

/** An image that was taken so many ms ago, and has been waiting since. */
async function taken(age: number, db = media.db): Promise<string> {
  const bytes = await photo(400, 300);
  const upload = {
    id: newId(),
    kind: 'attachment' as const,
    owner_id: ruth,
    chat_id: chatId,
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
  await db.insertInto('uploads').values(upload).execute();
  return attachmentAddress(upload);
}

test('an image whose time ran out while nobody was there, as in a power cut, is worked on now', async () => {
  const url = await taken(10 * 60_000);
  expect(await statusOf(await whenWorkedOn(media, ruth, url))).toBe(200);
});

test('an image whose time ran out while PostgreSQL was away is worked on when it is back', async () => {
  const database = await createTestDatabase();
  const link = await startFaultyLink(database.url);
  const cutOff = await startMedia({ DATABASE_URL: link.through(database.url), DATA_DIR: media.variables.DATA_DIR });
  const db = createDatabase<MediaTables>({ url: database.url, schema: 'media', log });
  link.cut();
  const url = await taken(104_000, db);
  // Its time runs out a second later, and the service looks every 5 s.
  await wait(12_000);
  cutOff.neighbours.members.set(chatId, new Set([ruth]));
  link.mend();
  await eventually(async () => expect(await statusOf(await ask(cutOff, ruth, url))).not.toBe(503));
  expect(await statusOf(await whenWorkedOn(cutOff, ruth, url))).toBe(200);
  await cutOff.stop();
  await db.destroy();
  await link.close();
  await database.drop();
});
