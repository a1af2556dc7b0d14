import sharp, { type Metadata, type Sharp } from 'sharp';
import { ImageRefused } from './image-refused.ts';

/** Pixels of one picture: enough for any phone's ordinary camera, and 96 MB when unpacked. */
const maxPixels = 24_000_000;
/** Pixels of all frames together, up to which an animation stays one; beyond, its first frame is shown. */
const maxAnimatedPixels = 24_000_000;
/** More frames than any picture that is meant to be looked at. */
const maxFrames = 1000;
const timeLimit = 25;

/**
 * To be called once in a process. libvips reads some forty formats by libraries of very different care; only these four
 * are let near a stranger's file, and only from memory (sharp's documentation, "block").
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
 * The head of an image. Nothing is unpacked before its sides and frames are known to be within the limits. Throws
 * `ImageRefused`.
 */
export async function measure(bytes: Buffer): Promise<Metadata & { isAnimated: boolean }> {
  const head = await sharp(bytes, { limitInputPixels: maxPixels }).metadata().catch(refuse);
  const frames = head.pages ?? 1;
  if (frames > maxFrames) throw new ImageRefused('too_large');
  return { ...head, isAnimated: frames > 1 && frames * head.width * head.height <= maxAnimatedPixels };
}

/** An image, turned the way it was held. What is made of it carries no metadata, and its colours are sRGB. */
export function openImage(bytes: Buffer, options: { animated: boolean }): Sharp {
  const limitInputPixels = options.animated ? maxAnimatedPixels : maxPixels;
  return sharp(bytes, { limitInputPixels, failOn: 'error', animated: options.animated, autoOrient: true }).timeout({
    seconds: timeLimit,
  });
}

/** What the library says of an image that it cannot read, as a refusal. Only its time limit may be the machine's fault. */
export function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : '';
  if (/timeout/.test(message)) throw error;
  throw new ImageRefused(/pixel limit/.test(message) ? 'too_large' : 'unreadable', error);
}
