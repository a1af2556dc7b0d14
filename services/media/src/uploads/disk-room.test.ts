import { expect, test } from 'vitest';
import { roomUntil } from './disk-room.ts';

test('there is room until the disk is as full as df may say', () => {
  expect(roomUntil(90, { blocks: 1000, bfree: 400, bavail: 400, bsize: 4096 })).toBe(300 * 4096);
  expect(roomUntil(90, { blocks: 1000, bfree: 50, bavail: 50, bsize: 4096 })).toBe(-50 * 4096);
});

test('what is kept for root, or beyond a quota, is neither used nor room', () => {
  // df: 27 % used.
  expect(roomUntil(90, { blocks: 252, bfree: 225, bavail: 73, bsize: 1 })).toBe(63);
});
