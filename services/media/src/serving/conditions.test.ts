import { describe, expect, test } from 'vitest';
import { acceptsWebp } from './accept.ts';
import { byteRangeOf } from './conditions.ts';

const file = { etag: '"one"', size: 10 };

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=7-', { start: 7, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=5-500', { start: 5, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-20', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=0-1,4-5', null],
  ['bytes=-', null],
  ['lines=1-2', null],
  ['bytes=a-b', null],
  [undefined, null],
])('the range %s of ten bytes', (range, expected) => {
  expect(byteRangeOf({ range }, file)).toEqual(expected);
});

test('a part of an empty file cannot be had', () => {
  expect(byteRangeOf({ range: 'bytes=0-' }, { etag: '"empty"', size: 0 })).toBe('unsatisfiable');
});

test('a part of something older than what is here is answered with the whole', () => {
  expect(byteRangeOf({ range: 'bytes=2-5', 'if-range': '"one"' }, file)).toEqual({ start: 2, end: 5 });
  expect(byteRangeOf({ range: 'bytes=2-5', 'if-range': '"older"' }, file)).toBeNull();
  expect(byteRangeOf({ range: 'bytes=2-5', 'if-range': 'Sat, 21 Nov 2026 08:00:00 GMT' }, file)).toBeNull();
});

describe('WebP is sent', () => {
  test.each([
    undefined,
    '',
    '*/*',
    'image/*',
    'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
    'image/webp;q=0.9,image/jpeg;q=0.9',
  ])('to a browser that accepts %s', (accept) => {
    expect(acceptsWebp(accept)).toBe(true);
  });

  test.each([
    'image/jpeg',
    'image/jpeg,image/png',
    'image/webp;q=0,*/*',
    'image/webp;q=0.1,image/jpeg',
    'text/html',
    'image/webp;q=x',
  ])('not to one that accepts %s', (accept) => {
    expect(acceptsWebp(accept)).toBe(false);
  });
});
