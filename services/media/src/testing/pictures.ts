import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures as people and attackers make them. */

/** A JPEG of so many pixels that cannot be packed small. */
export function photo(width: number, height: number): Promise<Buffer> {
  return noise(width, height).jpeg({ quality: 90 }).toBuffer();
}

export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

/** A photo of a phone that was held upright: it lies on its side, and tells where and by whom it was taken. */
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

/** An animation of so many frames, each of another colour. */
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

/** A PNG of one colour that unpacks to as many pixels as it says: a few kilobytes for nearly a gigabyte. */
export function pngBomb(width = 30_000, height = 30_000): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A GIF of so many frames, each as small as a frame can be. */
export function gifOfFrames(frames: number, side = 10): Buffer {
  const head = Buffer.from('GIF89a');
  const screen = Buffer.from([side, 0, side, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  const frame = Buffer.concat([
    control,
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]),
    Buffer.from([2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([head, screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}
