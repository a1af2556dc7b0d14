import { readFile } from 'node:fs/promises';
import { measure, openImage, refuse } from './open-image.ts';
import type { Inspected } from '../tasks.ts';

/** The longer side of a placeholder. */
const placeholderSide = 16;

/** Decodes a whole image at its smallest size: one that fails before its end is invalid. Throws `ImageRefused`. */
export async function inspect(path: string): Promise<Inspected> {
  const bytes = await readFile(path);
  const head = await measure(bytes);
  const placeholder = await openImage(bytes, { animated: false })
    .resize(placeholderSide, placeholderSide, { fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer()
    .catch(refuse);
  const { width, height } = head.autoOrient;
  return {
    width,
    height,
    animated: head.isAnimated,
    placeholder: `data:image/webp;base64,${placeholder.toString('base64')}`,
  };
}
