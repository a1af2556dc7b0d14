import { readFile } from 'node:fs/promises';
import { maxAttachmentBytes, maxAvatarBytes } from '@koinonia/contracts/media.ts';
import { expect, test } from 'vitest';
import { maxAnimatedPixels, maxFrames, maxPixels, maxPixelsOfRows } from './images/image-limits.ts';
import { texts } from './texts.ts';

test('the text about a picture that is too large names the limit that holds', () => {
  expect(texts.avatarTooLarge(maxAvatarBytes)).toBe('Image too large. Must be under 2MB.');
  expect(texts.avatarTooLarge(1_600_000)).toBe('Image too large. Must be under 1.5MB.');
  expect(texts.avatarTooLarge(512 * 1024)).toBe('Image too large. Must be under 0.5MB.');
});

test('the text about a file that is too large names the limit that holds', () => {
  expect(texts.fileTooLarge(maxAttachmentBytes)).toContain('Files can have up to 25 MB.');
  expect(texts.fileTooLarge(700_000)).toContain('Files can have up to 0.6 MB.');
});

test('the text about too many pixels, and the README, name the limits that hold', async () => {
  const [pixels, ofRows, animated] = [maxPixels, maxPixelsOfRows, maxAnimatedPixels].map((count) => count / 1_000_000);
  const frames = maxFrames.toLocaleString('en');
  expect(texts.tooManyPixels).toContain(`It can have ${pixels} million pixels, or ${ofRows} million in a photo`);
  expect(texts.tooManyPixels).toContain(`, and ${frames} frames at most.`);
  const readme = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).replaceAll('\n', ' ');
  expect(readme).toContain(`${pixels} million pixels and ${frames} frames at most;`);
  expect(readme).toContain(`a JPEG in one pass, as cameras write it, ${ofRows} million (`);
  expect(readme).toContain(`more than ${animated} million pixels in all frames`);
});
