import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blankedAt } from '../testing/blanked.ts';
import { type Tags, tiffOf } from '../testing/tiffs.ts';
import { blankMetadata } from './blank-metadata.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiff-'));
  path = join(folder, 'photo');
});
afterAll(() => rm(folder, { recursive: true }));

const blanked = (bytes: Buffer) => blankedAt(path, bytes);
/** A picture whose bytes are the same each time: a short trace does not stand in it by chance. */
const pattern = (width: number, height: number) =>
  sharp(Buffer.from(Array.from({ length: width * height * 3 }, (_, place) => (place * 31) % 251)), {
    raw: { width, height, channels: 3 },
  });
const pixelsOf = (bytes: Buffer) => sharp(bytes, { pages: -1 }).raw().toBuffer();
const refused = { code: 'unsupported_media_type' };

const gps: Tags = { 1: 'N', 2: '51 27 Essen', 29: '2026:11:20' };
const exif: Tags = {
  36867: '2026:11:20 10:00:00',
  37386: 50,
  37500: Buffer.from('notes of the maker'),
  40965: { 1: 'R98, and longer' },
  42032: 'Ruth Adeyemi',
  42033: 'NOKIA-0815',
};
const page: Tags = { 270: 'Prayer in Essen', 271: 'Nokia', 272: 'Lumia', 315: 'Ruth', 700: Buffer.from('<x>Ruth</x>') };
const traces = ['Essen', 'Nokia', 'NOKIA', 'Lumia', 'Ruth', '2026', 'R98', 'notes of the maker'];
const tracesIn = (bytes: Buffer) => traces.filter((trace) => bytes.includes(trace));

describe('a TIFF', () => {
  test.each([
    { isLittle: true, isBig: false },
    { isLittle: false, isBig: false },
    { isLittle: true, isBig: true },
    { isLittle: false, isBig: true },
  ])('keeps its pages, and tells nothing of place, time, device and people: %o', async (options) => {
    const whole = tiffOf([{ ...page, 34665: exif, 34853: gps }, { 34853: gps }, { 305: 'Ruth' }], options);
    expect(tracesIn(whole)).toEqual(traces);
    const after = await blanked(whole);
    expect([after.length, tracesIn(after)]).toEqual([whole.length, []]);
    expect((await sharp(after).metadata()).pages).toBe(3);
    expect((await pixelsOf(after)).equals(await pixelsOf(whole))).toBe(true);
    expect((await blanked(after)).equals(after)).toBe(true);
  });

  test.each([{}, { compression: 'lzw' }, { tile: true, tileWidth: 16, tileHeight: 16 }, { bigtiff: true }] as const)(
    'of another program tells nothing either: %o',
    async (options) => {
      const whole = await pattern(64, 48).withXmp('<x>Ruth</x>').tiff(options).toBuffer();
      const after = await blanked(whole);
      expect([tracesIn(whole), tracesIn(after)]).toEqual([['Ruth'], []]);
      expect((await pixelsOf(after)).equals(await pixelsOf(whole))).toBe(true);
      expect((await sharp(after).metadata()).xmp).toBeUndefined();
    },
  );

  test('that says nothing of that stays as it is', async () => {
    const plain = tiffOf([{ 34675: Buffer.from('a colour profile') }, {}]);
    expect((await blanked(plain)).equals(plain)).toBe(true);
  });

  test.each<[string, Tags, string, number?]>([
    ['of smaller pictures', { 330: { 256: 4, 306: '2026:11:20' } }, ''],
    ['of a pattern of colours', { 33422: 0x00010102 }, ''],
    // These marks stand where the first pixels are here.
    ["of Canon's", {}, 'CR\x02\0'],
    ["of Phase One's", {}, 'IIIITwaR'],
    ["of Phase One's, from the other end", {}, 'MMMMRawT'],
    ["of Olympus'", {}, 'IIRO', 0],
    ["of an older one of Olympus'", {}, 'IIRS', 0],
    ["of Olympus', from the other end", {}, 'MMOR', 0],
  ])(
    'that is a raw photo %s keeps what it is developed with, and tells no place, time or people',
    async (_, own, mark, at = 8) => {
      const raw = tiffOf([{ ...page, ...own, 34665: exif, 34853: gps }], { isLittle: !mark.startsWith('MMO') });
      raw.write(mark, at, 'latin1');
      expect(tracesIn(await blanked(raw))).toEqual(['Nokia', 'Lumia', 'R98', 'notes of the maker']);
    },
  );

  test.each(['IIII', 'IIIIIIII', 'MMMM', 'MMMMMMMM', 'CR', 'CRCRCRCR'])(
    'whose first pixels look like the beginning of a raw photo’s mark tells nothing either: %s',
    async (pixels) => {
      const whole = tiffOf([{ ...page, 34665: exif, 34853: gps }]);
      whole.write(pixels, 8);
      expect(tracesIn(await blanked(whole))).toEqual([]);
    },
  );
});

describe('a made-up TIFF does no harm', () => {
  const head = (first: number) => Buffer.from([0x49, 0x49, 42, 0, first, 0, 0, 0]);
  /** Empty directories one behind another, each naming the next. */
  function chainOf(count: number): Buffer {
    const bytes = Buffer.alloc(count * 6);
    for (let index = 0; index < count; index += 1) bytes.writeUInt32LE(8 + (index + 1) * 6, index * 6 + 2);
    return Buffer.concat([head(8), bytes]);
  }
  /** A directory of entries that all say the same. */
  function directoryOf(count: number, tag: number, type: number, values: number, place: number): Buffer {
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(tag);
    entry.writeUInt16LE(type, 2);
    entry.writeUInt32LE(values, 4);
    entry.writeUInt32LE(place, 8);
    const length = Buffer.alloc(2);
    length.writeUInt16LE(count);
    return Buffer.concat([head(8), length, ...Array.from({ length: count }, () => entry), Buffer.alloc(4)]);
  }

  test.each<[string, () => Buffer]>([
    ['without a directory', () => head(8)],
    ['with one that ends early', () => directoryOf(3, 315, 2, 1, 0).subarray(0, 30)],
    ['with a hundred thousand directories', () => chainOf(100_000)],
    ['whose texts are the whole file, again and again', () => directoryOf(60_000, 315, 2, 700_000, 8)],
    ['whose places are the whole file, again and again', () => directoryOf(60_000, 330, 4, 100_000, 8)],
    ['with more numbers than there are', () => directoryOf(60_000, 34853, 4, 0xffffffff, 8)],
  ])('%s', async (_, make) => {
    await writeFile(path, make());
    const before = process.cpuUsage();
    await expect(blankMetadata(path)).rejects.toMatchObject(refused);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
  });

  test('whose directories name each other, or places behind its end', async () => {
    const circle = Buffer.from(tiffOf([{ 330: 0 }, {}]));
    const first = circle.readUInt32LE(4);
    circle.writeUInt32LE(first, first + 2 + 12 * 9 + 8);
    circle.writeUInt32LE(first, first + 2 + 12 * 10);
    expect((await blanked(circle)).equals(circle)).toBe(true);
    const beyond = tiffOf([{ 330: 0xfffffff0, 34853: 0xfffffff0 }]);
    expect((await blanked(beyond)).length).toBe(beyond.length);
  });
});
