import { deflateSync } from 'node:zlib';
import { pngChunk, pngOf, pngSignature } from '@koinonia/kit/testing/png.ts';
import sharp, { type JpegOptions } from 'sharp';

/** Pictures as people and attackers make them. */

/** A JPEG of so many pixels that compresses badly. */
export function photo(width: number, height: number): Promise<Buffer> {
  return noise(width, height).jpeg({ quality: 90 }).toBuffer();
}

export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

/** A photo from a phone held upright: stored sideways, with metadata about its place and its author. */
export function phonePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 1200, height: 800, channels: 3, background: '#3366cc' } })
    .composite([
      { input: { create: { width: 600, height: 800, channels: 3, background: '#cc3333' } }, left: 0, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'Ruth Adeyemi', Make: 'Nokia' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 0/1 0/1' },
    })
    .jpeg()
    .toBuffer();
}

/** An animation with so many frames, each in another colour. */
export async function animation(format: 'gif' | 'webp', frames: number, side = 64): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, index) =>
    sharp({ create: { width: side, height: side, channels: 3, background: { r: (index * 40) % 256, g: 90, b: 40 } } })
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(pictures), { join: { animated: true } });
  const delay = Array.from({ length: frames }, () => 100);
  return format === 'gif' ? joined.gif({ delay, loop: 0 }).toBuffer() : joined.webp({ delay, loop: 0 }).toBuffer();
}

/** A PNG of one colour with the given number of pixels: a few kilobytes that unpack to nearly a gigabyte. */
export function pngBomb(width = 30_000, height = 30_000): Buffer {
  return pngOf({ width, height, kind: 'bits', rows: Buffer.alloc(Math.ceil(width / 8 + 1) * height) });
}

const sides = (side: number) => [side & 255, side >> 8, side & 255, side >> 8];

/** A GIF with so many frames, each of the smallest possible size, although the header may say otherwise. */
export function gifOfFrames(frames: number, side = 10, frameSide = 1): Buffer {
  const head = Buffer.from('GIF89a');
  const screen = Buffer.from([...sides(side), 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  const frame = Buffer.concat([
    control,
    Buffer.from([0x2c, 0, 0, 0, 0, ...sides(frameSide), 0]),
    Buffer.from([2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([head, screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** A small PNG with additional chunks between its header and its pixels. */
function pngWith(...chunks: Buffer[]): Buffer {
  const plain = pngBomb(10, 10);
  const afterHead = pngSignature.length + 25;
  return Buffer.concat([plain.subarray(0, afterHead), ...chunks, plain.subarray(afterHead)]);
}

/** A PNG whose compressed text, or colour profile, unpacks to so many megabytes of zeros. */
export function pngWithPackedText(type: 'zTXt' | 'iCCP', megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 });
  return pngWith(pngChunk(type, Buffer.concat([Buffer.from('name\0\0'), packed])));
}

/** A PNG that is declared as an animation with so many frames, and has them. */
export function apngOfFrames(frames: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  const pixels = deflateSync(Buffer.alloc(3 * 10));
  const following = Array.from({ length: frames - 1 }, (_, index) => {
    const frame = Buffer.alloc(26);
    frame.writeUInt32BE(index * 2 + 1, 0);
    frame.writeUInt32BE(10, 4);
    frame.writeUInt32BE(10, 8);
    const number = Buffer.alloc(4);
    number.writeUInt32BE(index * 2 + 2);
    return Buffer.concat([pngChunk('fcTL', frame), pngChunk('fdAT', Buffer.concat([number, pixels]))]);
  });
  const plain = pngWith(pngChunk('acTL', control));
  const end = plain.length - 12;
  return Buffer.concat([plain.subarray(0, end), ...following, plain.subarray(end)]);
}

/** A JPEG whose header claims so many pixels, although it has few. */
export async function jpegThatSaysItIs(width: number, height: number): Promise<Buffer> {
  const bytes = await photo(64, 64);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** A JPEG of one colour, as a camera writes it: everything in one pass. */
export const flatPhoto = (width: number, height: number, options: JpegOptions = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })
    .jpeg(options)
    .toBuffer();

/** A JPEG of one colour whose three components come one after another, so that all must be kept until the last. */
export async function jpegInThreePasses(width: number, height: number): Promise<Buffer> {
  const grey = await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .greyscale()
    .jpeg()
    .toBuffer();
  const [frame, scan] = [grey.indexOf(Buffer.from([0xff, 0xc0])), grey.indexOf(Buffer.from([0xff, 0xda]))];
  const components = Buffer.from([1, 2, 3].flatMap((id) => [id, 0x11, 0]));
  const head = Buffer.concat([Buffer.from([0xff, 0xc0, 0, 17]), grey.subarray(frame + 4, frame + 9), Buffer.from([3])]);
  const pass = (id: number) =>
    Buffer.concat([Buffer.from([0xff, 0xda, 0, 8, 1, id, 0, 0, 63, 0]), grey.subarray(scan + 10, -2)]);
  const tables = grey.subarray(frame + 13, scan);
  return Buffer.concat([grey.subarray(0, frame), head, components, tables, ...[1, 2, 3].map(pass), grey.subarray(-2)]);
}

/** A WebP with so many frames, each of the same pixel. */
export async function webpOfFrames(frames: number): Promise<Buffer> {
  const whole = await animation('webp', 2, 16);
  const first = whole.indexOf('ANMF');
  const frame = whole.subarray(first, first + 8 + even(whole.readUInt32LE(first + 4)));
  const body = Buffer.concat([whole.subarray(8, first), ...Array.from({ length: frames }, () => frame)]);
  const head = Buffer.from('RIFF....');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const even = (length: number) => length + (length % 2);
