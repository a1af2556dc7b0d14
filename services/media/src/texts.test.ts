import { readFile } from 'node:fs/promises';
import { maxAvatarBytes } from '@koinonia/contracts/media.ts';
import { expect, test } from 'vitest';
import { maxAnimatedPixels, maxFrames, maxPixels, maxPixelsOfRows } from './images/image-limits.ts';
import { texts } from './texts.ts';

test('the text about a picture that is too large names the limit of the contract', () => {
  expect(texts.avatarTooLarge).toBe(`Image too large. Must be under ${maxAvatarBytes / 1024 / 1024}MB.`);
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
