import { maxAvatarBytes } from '@koinonia/contracts/media.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { faultOf, middleOf, sideOf, steppedZoom, uploadFault } from './picture-file.ts';
import { texts } from './texts.ts';

test('the words about the size of a picture name the limit of the contract', () => {
  const megabytes = maxAvatarBytes / 1024 / 1024;
  expect(texts.chooseHint).toContain(`Up to ${megabytes} MB.`);
  expect(texts.tooLarge).toContain(`under ${megabytes}MB.`);
  expect(texts.tooLargeForServer).toContain(`under ${megabytes}MB.`);
});

test.each([
  [null, 'No file selected'],
  [{ type: 'application/pdf', size: 10 }, 'Only images allowed'],
  [{ type: '', size: 10 }, 'Only images allowed'],
  [{ type: 'image/png', size: 2_097_153 }, 'Image too large. Must be under 2MB.'],
  [{ type: 'image/png', size: 2_097_152 }, null],
  [{ type: 'image/jpeg', size: 1 }, null],
])('of the file %j is said: %s', (file, words) => {
  expect(faultOf(file)).toBe(words);
});

test.each([
  [new ApiError('too large', { status: 413 }), 'Image too large. Use one under 2MB.'],
  [new ApiError('no image', { status: 415 }), 'Upload failed.'],
  [new ApiError('broken', { status: 500 }), 'Upload failed.'],
  [new TypeError('Failed to fetch'), 'Unexpected error during upload.'],
])('an upload that ends with %s says: %s', (error, words) => {
  expect(uploadFault(error)).toBe(words);
});

test('of a picture that nobody has moved the middle is sent', () => {
  expect(middleOf(900, 600)).toEqual({ x: 150, y: 0, width: 600, height: 600 });
  expect(middleOf(300, 900)).toEqual({ x: 0, y: 300, width: 300, height: 300 });
});

test('what is sent is no larger than is of use', () => {
  expect([sideOf(0.2), sideOf(299.6), sideOf(6000)]).toEqual([1, 300, 1024]);
});

test('the zoom goes from 1 to 3 in steps of 0.01', () => {
  expect([0, 1, 1.234, 2.999, 3, 8].map(steppedZoom)).toEqual([1, 1, 1.23, 3, 3, 3]);
});
