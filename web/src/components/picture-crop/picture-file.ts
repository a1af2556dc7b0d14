import { maxAvatarBytes } from '@koinonia/contracts/media.ts';
import type { Area } from 'react-easy-crop';
import { ApiError } from '../../lib/api/api-error.ts';
import { texts } from './texts.ts';

export const zoomRange = { min: 1, max: 3, step: 0.01 } as const;

/** The server makes it far smaller anyway; a larger one only takes longer on a slow network. */
const longestSide = 1024;

/** The error in a chosen file, in words; null if it is fine. */
export function faultOf(file: Pick<File, 'type' | 'size'> | null): string | null {
  if (file === null) return texts.noFile;
  if (!file.type.startsWith('image/')) return texts.onlyImages;
  return file.size > maxAvatarBytes ? texts.tooLarge : null;
}

/** The words for a failed upload. */
export function uploadFault(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.uploadUnexpected;
  return error.status === 413 ? texts.tooLargeForServer : texts.uploadFailed;
}

/** The largest square in the middle of a picture: the selection before anybody moves it. */
export function middleOf(width: number, height: number): Area {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

/** The side in px of the uploaded picture, for a selected square of `side` px. */
export const sideOf = (side: number) => Math.max(1, Math.min(longestSide, Math.round(side)));

/** The nearest zoom that the slider can show. */
export function steppedZoom(zoom: number): number {
  const held = Math.min(zoomRange.max, Math.max(zoomRange.min, zoom));
  return Math.round(held / zoomRange.step) / Math.round(1 / zoomRange.step);
}
