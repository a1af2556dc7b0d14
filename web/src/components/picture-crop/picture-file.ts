import { maxAvatarBytes } from '@koinonia/contracts/media.ts';
import type { Area } from 'react-easy-crop';
import { ApiError } from '../../lib/api/api-error.ts';
import { texts } from './texts.ts';

export const zoomRange = { min: 1, max: 3, step: 0.01 } as const;

/** What the server makes of it is far smaller; larger only takes longer on a bad network. */
const longestSide = 1024;

/** What is wrong with a chosen file, in words; null when nothing is. */
export function faultOf(file: Pick<File, 'type' | 'size'> | null): string | null {
  if (file === null) return texts.noFile;
  if (!file.type.startsWith('image/')) return texts.onlyImages;
  return file.size > maxAvatarBytes ? texts.tooLarge : null;
}

/** What to say when the upload did not succeed. */
export function uploadFault(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.uploadUnexpected;
  return error.status === 413 ? texts.tooLargeForServer : texts.uploadFailed;
}

/** The largest square in the middle of a picture: what somebody sees who has chosen it and moved nothing. */
export function middleOf(width: number, height: number): Area {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

/** The side of the picture that is sent, in pixels, for a square of `side` pixels of the chosen one. */
export const sideOf = (side: number) => Math.max(1, Math.min(longestSide, Math.round(side)));

/** A zoom that the slider can have. */
export function steppedZoom(zoom: number): number {
  const held = Math.min(zoomRange.max, Math.max(zoomRange.min, zoom));
  return Math.round(held / zoomRange.step) / Math.round(1 / zoomRange.step);
}
