import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { avatarSizes, imageWidths } from '@koinonia/contracts/image-sizes.ts';
import type { Sharp } from 'sharp';
import type { UploadKind, VariantFormat } from '../../database/schema.ts';
import { maxPixelsOfVariant } from '../image-limits.ts';
import { measure, openImage, refuse } from './open-image.ts';
import type { MadeVariant } from '../tasks.ts';

const webp = { quality: 80, effort: 4 } as const;
/** An animation has many pictures; more effort takes several times as long and hardly makes it smaller. */
const animatedWebp = { quality: 75, effort: 0 } as const;
const jpeg = { quality: 80, mozjpeg: true } as const;
/** The most pixels on a side of a WebP. */
const maxHeight = 16_383;
const behindTransparency = '#ffffff';

/** Makes every variant of an image as a file in `folder`. Throws `ImageRefused`. */
export async function makeVariants(path: string, kind: UploadKind, folder: string): Promise<MadeVariant[]> {
  const bytes = await readFile(path);
  const head = await measure(bytes);
  const animated = kind === 'attachment' && head.isAnimated;
  const { width } = head.autoOrient;
  const sizes = kind === 'attachment' ? widthsFor(width) : avatarSizes;

  const made: MadeVariant[] = [];
  for (const size of sizes) {
    const resized = (moving: boolean) => {
      const image = openImage(bytes, { animated: moving });
      return kind === 'attachment' ? narrow(image, Math.min(size, width)) : image.resize(size, size, { fit: 'cover' });
    };
    made.push(await write(resized(animated).webp(animated ? animatedWebp : webp), { folder, size, format: 'webp' }));
    const still = resized(false).flatten({ background: behindTransparency }).jpeg(jpeg);
    made.push(await write(still, { folder, size, format: 'jpeg' }));
  }
  return made;
}

/** All widths up to the first that is at least the image's own: wider variants would be identical. */
function widthsFor(width: number): number[] {
  const enough = imageWidths.findIndex((one) => one >= width);
  return imageWidths.slice(0, enough === -1 ? imageWidths.length : enough + 1);
}

/** At most this wide, and narrower when it would be too long; never wider than it is. */
function narrow(image: Sharp, width: number): Sharp {
  const height = Math.min(maxHeight, Math.floor(maxPixelsOfVariant / width));
  return image.resize(width, height, { fit: 'inside', withoutEnlargement: true });
}

async function write(
  image: Sharp,
  variant: { folder: string; size: number; format: VariantFormat },
): Promise<MadeVariant> {
  const { folder, size, format } = variant;
  const path = join(folder, `${size}.${format}`);
  const { data, info } = await image.toBuffer({ resolveWithObject: true }).catch(refuse);
  await writeFile(path, data);
  return { size, format, width: info.width, height: info.pageHeight ?? info.height, bytes: data.length, path };
}
