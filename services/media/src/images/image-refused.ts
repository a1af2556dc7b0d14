import type { Refusal } from './tasks.ts';

/** The image is refused, and a retry will not help. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause?: unknown) {
    super(`the image was refused: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}
