import { expect, test } from 'vitest';
import { fitting, keepInStage, largestScale, swipeOf, zoomBy } from './zoom.ts';

const stage = { width: 400, height: 800 };
const picture = { width: 400, height: 300 };

test('what is under the finger stays under it', () => {
  const point = { x: 100, y: -50 };
  const zoomed = zoomBy(fitting, 2, point);
  expect(zoomed).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomBy(zoomed, 0.5, point)).toEqual(fitting);
});

test('a picture is never smaller than it fits, and never endlessly large', () => {
  expect(zoomBy(fitting, 0.1).scale).toBe(1);
  expect(zoomBy(fitting, 1000).scale).toBe(largestScale);
});

test('a picture cannot be pushed off its stage', () => {
  expect(keepInStage({ scale: 2, x: 900, y: 900 }, picture, stage)).toEqual({ scale: 2, x: 200, y: 0 });
  expect(keepInStage({ scale: 4, x: -900, y: -900 }, picture, stage)).toEqual({ scale: 4, x: -600, y: -200 });
  expect(keepInStage({ scale: 1, x: -20, y: 30 }, picture, stage)).toEqual(fitting);
});

test('a finger goes on, goes back, or puts the picture away', () => {
  expect(swipeOf({ x: -80, y: 10 })).toBe('next');
  expect(swipeOf({ x: 80, y: -10 })).toBe('previous');
  expect(swipeOf({ x: 10, y: 120 })).toBe('close');
  expect(swipeOf({ x: 10, y: -120 })).toBeNull();
  expect(swipeOf({ x: 30, y: 5 })).toBeNull();
  expect(swipeOf({ x: 90, y: 100 })).toBeNull();
});
