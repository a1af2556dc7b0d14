import sharp, { type Metadata, type Sharp } from 'sharp';
import { maxAnimatedPixels, maxFrames, maxPixels, maxPixelsOfRows } from '../image-limits.ts';
import { ImageRefused } from '../image-refused.ts';

/** Seconds; after some more, the whole process is ended (image-process.ts). */
const unpacksWithin = 25;

/**
 * Must be called once per process. libvips reads some forty formats through libraries of very different quality; only these
 * four may read a stranger's file, and only from memory (sharp's documentation, "block").
 */
export function prepareImageLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  sharp.concurrency(1);
  sharp.cache(false);
}

/**
 * Reads the header of an image. Nothing is unpacked until its size and frames are known to be within the limits. Throws
 * `ImageRefused`.
 */
export async function measure(bytes: Buffer): Promise<Metadata & { isAnimated: boolean }> {
  const head = await sharp(bytes, { limitInputPixels: maxPixelsOfRows }).metadata().catch(refuse);
  const frames = head.pages ?? 1;
  if (frames > maxFrames || head.width * head.height > pixelsFor(head)) throw new ImageRefused('too_large');
  return { ...head, isAnimated: frames > 1 && frames * head.width * head.height <= maxAnimatedPixels };
}

/** A JPEG in several passes, such as a progressive one, must be held whole, like every other kind. */
const pixelsFor = ({ format, isProgressive }: Metadata) =>
  format === 'jpeg' && !isProgressive ? maxPixelsOfRows : maxPixels;

/** An image that was measured, rotated to its orientation. Output made from it has no metadata, and its colours are sRGB. */
export function openImage(bytes: Buffer, options: { animated: boolean }): Sharp {
  const limitInputPixels = options.animated ? maxAnimatedPixels : maxPixelsOfRows;
  return sharp(bytes, { limitInputPixels, failOn: 'error', animated: options.animated, autoOrient: true }).timeout({
    seconds: unpacksWithin,
  });
}

/** Converts the library's error into a refusal. Only a timeout may be the machine's fault. */
export function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : '';
  if (/timeout/.test(message)) throw error;
  throw new ImageRefused(/pixel limit/.test(message) ? 'too_large' : 'unreadable', error);
}
