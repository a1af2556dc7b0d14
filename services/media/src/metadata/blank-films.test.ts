import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blankedAt } from '../testing/blanked.ts';
import { box, film, numbers, traces, tracesIn } from '../testing/films.ts';
import { blankMetadata } from './blank-metadata.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'films-'));
  path = join(folder, 'film');
});
afterAll(() => rm(folder, { recursive: true }));

const blanked = (bytes: Buffer) => blankedAt(path, bytes);

describe('a film', () => {
  test.each<[string, Parameters<typeof film>[0]]>([
    ['from an iPhone', {}],
    ['from an Android phone', { brand: 'mp42' }],
    ['from an old phone', { brand: '3gp4' }],
    ['whose sensors are read by 64-bit places', { places: 'co64' }],
    ['whose sensors always say the same much', { sizes: [13] }],
  ])('%s keeps its picture and its size, and tells nothing of place, time, device and people', async (_, options) => {
    expect(tracesIn(film(options))).toEqual(traces);
    expect((await blanked(film(options))).equals(film({ ...options, isBlank: true }))).toBe(true);
  });

  test('that says nothing of that stays as it is', async () => {
    const plain = film({ isBlank: true });
    expect((await blanked(plain)).equals(plain)).toBe(true);
  });

  test.each(['film', 'photo'])('of a car’s camera tells no place, also as a part of a %s', async (whole) => {
    const before = whole === 'photo' ? Buffer.concat([box('ftyp', 'heic'), box('mdat', 'PICTURE')]) : Buffer.alloc(0);
    const place = box('free', 'GPS ', '+51.4556 Ruth');
    const [ftyp, picture] = [box('ftyp', 'mp42'), Buffer.from('PICTURE')];
    const mdat = box('mdat', picture, place, picture, place);
    const first = ftyp.length + 8 + picture.length;
    const second = first + place.length + picture.length;
    // The last one is no place, whatever the list says.
    const list = numbers(0x101, 3, first, place.length, second, place.length, ftyp.length + 8, 7, 1);
    const others = [box('gps0', 'Essen'), box('GPS ', 'Essen')];
    const filmed = Buffer.concat([ftyp, mdat, box('moov', box('gps ', list)), ...others]);
    const after = await blanked(whole === 'photo' ? Buffer.concat([before, box('mpvd', filmed)]) : filmed);
    expect(tracesIn(after)).toEqual([]);
    expect(after.includes('gps ')).toBe(false);
    expect(after.toString('latin1').match(/PICTURE/g)).toHaveLength(whole === 'photo' ? 3 : 2);
  });

  test('in a photo that moves tells nothing either', async () => {
    const photo = Buffer.concat([box('ftyp', 'heic'), box('mdat', 'PICTURE')]);
    const after = await blanked(Buffer.concat([photo, box('mpvd', film())]));
    expect(tracesIn(after)).toEqual([]);
    expect(after.subarray(0, photo.length).equals(photo)).toBe(true);
  });

  test('that was sent as it was recorded, in thousands of pieces, is taken', async () => {
    const pieces = Array.from({ length: 4000 }, () => [box('moof', numbers(1)), box('mdat', 'PICTURE')]).flat();
    const behind = [...pieces, box('udta', 'Essen')];
    expect(tracesIn(await blanked(film({ behind })))).toEqual([]);
  });

  test('that is cut off tells nothing either, and is refused only when nobody can tell where its sensors are', async () => {
    const whole = film();
    const tables = { from: whole.indexOf('stsc'), to: whole.indexOf('\xa9xyz', 0, 'latin1') };
    for (let length = whole.indexOf('moov') + 4; length < whole.length; length += 5) {
      await writeFile(path, whole.subarray(0, length));
      const code = await blankMetadata(path).then(
        () => null,
        (error: { code: string }) => error.code,
      );
      if (code === null) expect(tracesIn((await readFile(path)).subarray(whole.indexOf('moov')))).toEqual([]);
      else expect([code, length > tables.from, length < tables.to]).toEqual(['unsupported_media_type', true, true]);
    }
  });

  test('in which something else follows is taken', async () => {
    const unknown = film({ behind: [Buffer.from('\xff\xff\xff\xffSEFTtrailer', 'latin1')] });
    expect(tracesIn(await blanked(unknown))).toEqual([]);
    const strange = Buffer.concat([box('ftyp', 'mp42'), Buffer.alloc(3000, '\xfe', 'latin1')]);
    expect((await blanked(strange)).equals(strange)).toBe(true);
  });
});

describe('a made-up film does no harm', () => {
  const sensors = (...tables: Buffer[]) =>
    Buffer.concat([
      box('ftyp', 'mp42'),
      box('moov', box('trak', box('mdia', box('hdlr', Buffer.alloc(8), 'meta'), box('minf', box('stbl', ...tables))))),
    ]);
  const oneRun = box('stsc', numbers(0, 1, 1, 1, 1));
  const everywhere = (count: number) => box('stco', numbers(0, count, ...Array.from({ length: count }, () => 0)));

  test.each<[string, () => Buffer]>([
    [
      'of a hundred thousand boxes',
      () => Buffer.concat([box('ftyp', 'mp42'), ...Array.from({ length: 100_000 }, () => box('free'))]),
    ],
    [
      'whose sensors are everywhere, again and again',
      () => sensors(box('stsz', numbers(0, 0x7fffffff, 9999)), oneRun, everywhere(9999)),
    ],
    [
      'whose sensors are in a hundred thousand places',
      () => sensors(box('stsz', numbers(0, 1, 100_000)), oneRun, everywhere(100_000)),
    ],
    [
      'whose tables are megabytes',
      () => sensors(box('stsz', numbers(0, 0, 0), Buffer.alloc(1024 * 1024)), oneRun, everywhere(1)),
    ],
    ['whose tables do not fit each other', () => sensors(box('stsz', numbers(0, 0, 9)), oneRun, everywhere(9))],
  ])('%s', async (_, make) => {
    await writeFile(path, make());
    const before = process.cpuUsage();
    await expect(blankMetadata(path)).rejects.toMatchObject({ code: 'unsupported_media_type' });
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
  });

  test('of boxes within boxes', async () => {
    let nested = box('udta', 'Ruth');
    for (let depth = 0; depth < 2000; depth += 1)
      nested = box(['moov', 'trak', 'mdia', 'mpvd'][depth % 4] ?? '', nested);
    expect((await blanked(Buffer.concat([box('ftyp', 'mp42'), nested]))).length).toBe(nested.length + 12);
  });
});
