import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  animation,
  apngOfFrames,
  flatPhoto,
  gifOfFrames,
  jpegInThreePasses,
  jpegThatSaysItIs,
  photo,
  pngBomb,
  pngWithPackedText,
  webpOfFrames,
} from '../testing/pictures.ts';

const script = fileURLToPath(new URL('../testing/measured-inspection.ts', import.meta.url));
const run = promisify(execFile);
let folder: string;
let small: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-bombs-'));
  small = join(folder, 'small.jpg');
  await writeFile(small, await photo(20, 20));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inspected(bytes: Buffer) {
  const path = join(folder, 'bomb');
  await writeFile(path, bytes);
  const { stdout } = await run(process.execPath, ['--max-old-space-size=128', script, path, small]);
  return JSON.parse(stdout) as { outcome: string; cpuMs: number; maxMegabytes: number };
}

/**
 * Measures processor time, not elapsed time, and the peak memory of the process: neither changes on a busy machine.
 * Unpacking a bomb would take many times as much of either.
 */
describe('what would unpack to more than anybody may have is refused by its head alone', () => {
  test.each([
    ['a PNG of 30,000 times 30,000 pixels', () => pngBomb(), 'too_large'],
    ['a PNG of 5,100 times 5,100 pixels', () => pngBomb(5100, 5100), 'too_large'],
    ['a JPEG of 8,160 times 6,144 pixels in several passes', () => jpegInThreePasses(8160, 6144), 'too_large'],
    ['a progressive JPEG of as many', () => flatPhoto(8160, 6144, { progressive: true }), 'too_large'],
    ['a JPEG of 8,400 times 6,144 pixels', () => flatPhoto(8400, 6144), 'too_large'],
    ['a JPEG that says it has 65,500 times 65,500 pixels', () => jpegThatSaysItIs(65_500, 65_500), 'too_large'],
    ['a GIF of 65,535 times 65,535 pixels', () => gifOfFrames(1, 65_535, 65_535), 'too_large'],
    ['a GIF of 5,000 frames', () => gifOfFrames(5000), 'too_large'],
    ['a GIF of 200,000 frames', () => gifOfFrames(200_000), 'too_large'],
    ['a WebP of 5,000 frames', () => webpOfFrames(5000), 'too_large'],
  ])('%s', async (_, make, refusal) => {
    const { outcome, cpuMs, maxMegabytes } = await inspected(await make());
    expect(outcome).toBe(refusal);
    expect(cpuMs).toBeLessThan(1000);
    expect(maxMegabytes).toBeLessThan(150);
  });
});

describe('a photo of today’s telephones and cameras is taken', () => {
  test.each([
    ['5,712 times 4,284 pixels', () => flatPhoto(5712, 4284)],
    ['as many in several passes', () => jpegInThreePasses(5712, 4284)],
    ['as many, sent by a program as PNG', () => pngBomb(5712, 4284)],
    ['8,160 times 6,144 pixels', () => flatPhoto(8160, 6144)],
  ])('of %s', async (_, make) => {
    const { outcome, maxMegabytes } = await inspected(await make());
    expect(outcome).toBe('taken');
    expect(maxMegabytes).toBeLessThan(300);
  });
});

describe('what hides its size elsewhere does no harm either', () => {
  test.each([
    ['a PNG with a text that unpacks to 200 MB', () => pngWithPackedText('zTXt', 200)],
    ['a PNG with a colour profile that unpacks to 200 MB', () => pngWithPackedText('iCCP', 200)],
    ['an animated PNG of 5,000 frames, of which the first is shown', () => apngOfFrames(5000)],
    ['a real animation', () => animation('gif', 30)],
  ])('%s', async (_, make) => {
    const { cpuMs, maxMegabytes } = await inspected(await make());
    expect(cpuMs).toBeLessThan(1000);
    expect(maxMegabytes).toBeLessThan(150);
  });
});
