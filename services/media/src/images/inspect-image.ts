import { AppError } from '@koinonia/kit/errors.ts';
import type { MediaContext } from '../context.ts';
import { ImageProcessDied } from './image-process.ts';
import { ImageRefused } from './image-refused.ts';
import type { Inspected } from './tasks.ts';
import { texts } from '../texts.ts';
import { askTwice } from './ask-twice.ts';

/** Inspects a file that begins like an image, in the image process. Throws `too_large` or `unsupported_media_type`. */
export async function inspectImage(
  { inspecting }: Pick<MediaContext, 'inspecting'>,
  { path, ownerId }: { readonly path: string; readonly ownerId: string },
): Promise<Inspected> {
  try {
    return await askTwice(inspecting, { task: 'inspect', path }, ownerId);
  } catch (cause) {
    if (cause instanceof ImageRefused && cause.refusal === 'too_large') {
      throw new AppError('too_large', texts.tooManyPixels, { cause });
    }
    const isItsFault = cause instanceof ImageRefused || cause instanceof ImageProcessDied;
    throw isItsFault ? new AppError('unsupported_media_type', texts.damagedImage, { cause }) : cause;
  }
}
