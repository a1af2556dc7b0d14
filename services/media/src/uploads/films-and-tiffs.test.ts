import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { box, film, traces, tracesIn } from '../testing/films.ts';
import { ask, attached, bytesOf, chatOf, type Media, refusalOf, sendAttachment, startMedia } from '../testing/media.ts';
import { tiffOf } from '../testing/tiffs.ts';

let media: Media;
let ruth: string;
let chatId: string;

beforeAll(async () => {
  media = await startMedia();
});
beforeEach(() => {
  ruth = randomUUID();
  chatId = chatOf(media, ruth);
});
afterAll(() => media.stop());

test.each<[string, string, string, () => Buffer]>([
  ['a film', 'IMG_0001.MOV', 'video/quicktime', () => film()],
  ['a film', 'PXL_0001.mp4', 'video/mp4', () => film({ brand: 'isom' })],
  ['a film', 'film.m4v', 'application/octet-stream', () => film({ brand: 'M4V ' })],
  ['a film', 'film.3gp', 'application/octet-stream', () => film({ brand: '3gp4' })],
  ['a recording', 'Essen.m4a', 'audio/mp4', () => film({ brand: 'M4A ' })],
  ['some pictures', 'burst.heics', 'application/octet-stream', () => film({ brand: 'hevc' })],
  ['a TIFF', 'scan.tif', 'image/tiff', () => tiffOf([{ 315: traces.join(), 34853: { 2: traces.join() } }])],
  [
    'a TIFF',
    'large.tif',
    'application/octet-stream',
    () => tiffOf([{ 315: traces.join(), 330: { 50: Buffer.alloc(9000) } }]),
  ],
])('%s that is attached tells nothing of where and by whom it was taken: %s', async (_, name, contentType, make) => {
  const bytes = make();
  expect(tracesIn(bytes)).toEqual(traces);
  const told = await attached(media, ruth, chatId, { bytes, name });
  expect(told).toMatchObject({ name, contentType, size: bytes.length });
  const read = await bytesOf(await ask(media, ruth, told.url));
  expect([read.length, tracesIn(read)]).toEqual([bytes.length, []]);
});

test('a TIFF in which nobody could find that is refused; a film in which there is nothing to find is taken', async () => {
  const cut = tiffOf([{ 315: 'Ruth' }]).subarray(0, -20);
  const answer = await sendAttachment(media, ruth, chatId, { bytes: cut, name: 'cut.tif' });
  expect(await refusalOf(answer)).toEqual([415, 'unsupported_media_type']);
  const strange = Buffer.concat([box('ftyp', 'mp42'), Buffer.alloc(3000, '\xfe', 'latin1')]);
  const { url } = await attached(media, ruth, chatId, { bytes: strange, name: 'strange.mp4' });
  expect((await bytesOf(await ask(media, ruth, url))).equals(strange)).toBe(true);
});

test.each([
  'The free gift of God',
  'Now skip to the end',
  'The wide river',
  'II* wanted',
  'MM* wanted',
  '    moov    free',
])('a text is stored as it was written, also one that begins: %s', async (beginning) => {
  const bytes = Buffer.from(`${beginning}\n${'How long is it?\n'.repeat(100)}`);
  const { url } = await attached(media, ruth, chatId, { bytes, name: 'notes.txt' });
  expect((await bytesOf(await ask(media, ruth, url))).equals(bytes)).toBe(true);
});
