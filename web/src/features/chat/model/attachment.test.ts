import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { expect, test } from 'vitest';
import {
  coverWidth,
  fileKindOf,
  fileNameOf,
  formatSize,
  isPicture,
  isSafeAddress,
  isTiny,
  pictureBox,
  srcSetOf,
} from './attachment.ts';

const about = (width: number | null, height: number | null): AttachmentAbout => ({
  name: 'a.png',
  contentType: 'image/png',
  size: 1,
  width,
  height,
  placeholder: null,
});

test('what has measures is a picture; of what nothing is known the ending tells', () => {
  expect(isPicture('/x/a.png', about(10, 10))).toBe(true);
  expect(isPicture('/x/a.png', about(null, null))).toBe(false);
  for (const ending of ['png', 'jpg', 'jpeg', 'gif', 'webp', 'PNG'])
    expect(isPicture(`/x/a.${ending}`, undefined)).toBe(true);
  for (const name of ['a.pdf', 'a.svg', 'png', 'a.png.exe']) expect(isPicture(`/x/${name}`, undefined)).toBe(false);
  expect(isPicture('/x/a.png?w=320', undefined)).toBe(true);
  expect(isPicture(null, undefined)).toBe(false);
});

test('nothing is loaded from elsewhere, whatever its ending says', () => {
  for (const url of [
    'https://else.example/a.png',
    '//else.example/a.png',
    '/\\else.example/a.png',
    'javascript:0//a.png',
  ])
    expect([url, isPicture(url, undefined), isPicture(url, about(10, 10))]).toEqual([url, false, false]);
  expect(isPicture('http://localhost/a.png', undefined)).toBe(true);
});

test('a file that nothing is told of is called by the end of its address', () => {
  expect(fileNameOf('/files/one/na%C3%AFve.png?w=3', undefined)).toBe('naïve.png');
  expect(fileNameOf('/files/100%.png', undefined)).toBe('100%.png');
  expect(fileNameOf('/files/x', about(1, 1))).toBe('a.png');
});

test('a picture that stands out of its box is fetched as wide as it is', () => {
  expect([about(640, 480), about(4000, 200), about(300, 4000), undefined].map(coverWidth)).toEqual([
    320, 1280, 96, 320,
  ]);
});

test('what is smaller than its box is shown as it is', () => {
  expect(isTiny(about(16, 16))).toBe(true);
  expect([about(300, 200), about(8000, 200), about(200, 8000), undefined].map(isTiny)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('only addresses of the web become links', () => {
  expect(['/api/media/a', 'https://a.example/b', 'http://a.example'].map(isSafeAddress)).toEqual([true, true, true]);
  expect(['javascript:alert(1)', 'data:text/html,a', '//a.example', 'a'].map(isSafeAddress)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  [about(1600, 1200), { width: 320, height: 240 }],
  [about(900, 1600), { width: 225, height: 400 }],
  [about(200, 100), { width: 200, height: 100 }],
  [about(8, 8), { width: 96, height: 64 }],
  [about(10_000, 100), { width: 320, height: 64 }],
  [undefined, { width: 320, height: 240 }],
])('the box of a picture: %j', (picture, box) => {
  expect(pictureBox(picture)).toEqual(box);
});

test('a picture is offered no wider than it came', () => {
  expect(srcSetOf('/p', 200)).toBeUndefined();
  expect(srcSetOf('/p', 1000)).toBe('/p?w=320 320w, /p?w=960 960w, /p 1000w');
  expect(srcSetOf('/p', 4000)).toBe('/p?w=320 320w, /p?w=960 960w, /p?w=1920 1920w');
  expect(srcSetOf('/p', null)).toBeUndefined();
});

test('kinds and sizes are told in words that people know', () => {
  expect(['plan.pdf', 'a.tar.gz', 'no ending', '.', 'a.этот'].map(fileKindOf)).toEqual(['PDF', 'GZ', '', '', 'ЭТОТ']);
  expect([0, 999, 1000, 320_009, 999_999, 1_440_000, 26_214_400].map(formatSize)).toEqual([
    '0\u00a0B',
    '999\u00a0B',
    '1\u00a0kB',
    '320\u00a0kB',
    '1000\u00a0kB',
    '1.4\u00a0MB',
    '26\u00a0MB',
  ]);
});
