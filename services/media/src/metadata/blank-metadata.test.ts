import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blankedAt } from '../testing/blanked.ts';
import { noise } from '../testing/pictures.ts';
import { blankMetadata } from './blank-metadata.ts';

const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><author>Ruth Adeyemi</author></x:xmpmeta>';
const traces = ['Nokia', 'Ruth', 'Exif GPS of Essen'];

let folder: string;
let path: string;
let avif: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heif-'));
  path = join(folder, 'photo');
  avif = await noise(64, 48)
    .withExif({ IFD0: { Make: 'Nokia', ImageDescription: 'Exif GPS of Essen' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp(xmp)
    .avif({ effort: 0 })
    .toBuffer();
});
afterAll(() => rm(folder, { recursive: true }));

const blanked = (bytes: Buffer) => blankedAt(path, bytes);

const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
/** The bytes with a number at the position after some text, counted from its beginning. */
function withNumber(bytes: Buffer, after: string, position: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(value, changed.indexOf(after) + position);
  return changed;
}

test('an AVIF keeps its picture and its size, and tells nothing of place, time and device', async () => {
  expect(traces.map((trace) => avif.includes(trace))).toEqual([true, true, true]);
  const after = await blanked(avif);
  expect(after.length).toBe(avif.length);
  expect(traces.map((trace) => after.includes(trace))).toEqual([false, false, false]);
  expect((await sharp(after).raw().toBuffer()).equals(await sharp(avif).raw().toBuffer())).toBe(true);
  expect((await sharp(after).metadata()).width).toBe(64);
});

test('a picture of a brand that nobody knows keeps its picture, too, and tells as little', async () => {
  const brandAt = 8;
  const other = Buffer.from(avif);
  other.write('MiHF', brandAt);
  const after = await blanked(other);
  expect(traces.map((trace) => after.includes(trace))).toEqual([false, false, false]);
  after.write('avif', brandAt);
  expect((await sharp(after).raw().toBuffer()).equals(await sharp(avif).raw().toBuffer())).toBe(true);
});

test('what stands in a box of its own, before the picture or behind it, goes too', async () => {
  const own = box('uuid', Buffer.from(`0123456789abcdef${xmp}`));
  const after = await blanked(Buffer.concat([avif, own, Buffer.from('trailer')]));
  expect(after.includes('Ruth')).toBe(false);
  expect(after.subarray(-7).toString()).toBe('trailer');
});

test('data that lies beside its description goes too', async () => {
  const entry = box('infe', Buffer.from('\x02\0\0\0\0\x07\0\0Exif\0', 'latin1'));
  const names = box('iinf', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 1]), entry]));
  // One item, number 7, in `idat` (method 1): 16 bytes from the third one on.
  const places = box('iloc', Buffer.from([1, 0, 0, 0, 0x44, 0, 0, 1, 0, 7, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 16]));
  const meta = box(
    'meta',
    Buffer.concat([Buffer.alloc(4), names, places, box('idat', Buffer.from('xxEssen, by NokiaSxx'))]),
  );
  const after = await blanked(Buffer.concat([box('ftyp', Buffer.from('heic')), meta]));
  expect(after.subarray(-20).toString('latin1')).toBe(`xx${'\0'.repeat(16)}xx`);
});

test('a file without any such data stays as it is', async () => {
  const plain = await noise(16, 16).avif({ effort: 0 }).toBuffer();
  expect((await blanked(plain)).equals(plain)).toBe(true);
  const empty = Buffer.concat([box('ftyp', Buffer.from('heic')), Buffer.alloc(40)]);
  expect((await blanked(empty)).equals(empty)).toBe(true);
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['a list of places that ends early', (bytes) => withNumber(bytes, 'iloc', -4, 20)],
  ['a box that is larger than the one around it', (bytes) => withNumber(bytes, 'iinf', -4, 0x7fffffff)],
  ['a file that ends before its metadata', (bytes) => bytes.subarray(0, bytes.indexOf('mdat') + 40)],
  ['a description without end', (bytes) => Buffer.concat([bytes, box('meta', Buffer.alloc(1024 * 1024 + 1))])],
  ['thousands of boxes', (bytes) => Buffer.concat([bytes, ...Array.from({ length: 600 }, () => box('free', bytes))])],
])('%s is refused: nobody could tell what it holds', async (_, broken) => {
  await writeFile(path, broken(avif));
  await expect(blankMetadata(path)).rejects.toMatchObject({ code: 'unsupported_media_type' });
});

test.each([0, 1])(
  'places that take no room are refused: millions fit into a small file (version %i)',
  async (version) => {
    // Three items with 65,535 places each, all of whose numbers have no bytes.
    const method = Buffer.alloc(version === 0 ? 0 : 2);
    const item = (id: number) => [Buffer.from([0, id]), method, Buffer.from([0, 0, 0xff, 0xff])];
    const places = box(
      'iloc',
      Buffer.concat([Buffer.from([version, 0, 0, 0, 0, 0, 0, 3]), ...[1, 2, 3].flatMap(item)]),
    );
    const names = box('iinf', Buffer.alloc(6));
    const meta = box('meta', Buffer.concat([Buffer.alloc(4), names, places]));
    await writeFile(path, Buffer.concat([box('ftyp', Buffer.from('heic')), meta]));
    await expect(blankMetadata(path)).rejects.toMatchObject({ code: 'unsupported_media_type' });
  },
);

test.each([
  ['a JPEG XL', 'JXL ', ['ftyp', 'jxlp', 'jxlp'], ['Exif', 'xml ', 'jumb', 'brob', 'jbrd']],
  ['a JPEG 2000', 'jP  ', ['ftyp', 'jp2h', 'jp2c'], ['uuid', 'xml ', 'uinf', 'asoc']],
])('%s keeps its picture, and all that is said of it becomes room', async (_, first, picture, about) => {
  const shown = [first, ...picture].map((type) => box(type, Buffer.from(`${type} of the picture`)));
  const said = about.map((type) => box(type, Buffer.from(xmp)));
  const room = about.map(() => box('free', Buffer.alloc(xmp.length)));
  const after = await blanked(Buffer.concat([...shown, ...said]));
  expect(after.equals(Buffer.concat([...shown, ...room]))).toBe(true);
});
