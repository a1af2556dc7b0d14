import type { Refusal } from './tasks.ts';

/** An image is not worked on, and trying again will not help. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause?: unknown) {
    super(`the image was refused: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}
