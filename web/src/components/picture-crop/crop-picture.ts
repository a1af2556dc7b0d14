import type { Area } from 'react-easy-crop';
import { middleOf, sideOf } from './picture-file.ts';

const quality = 0.9;

export interface ChosenPicture {
  /** The object URL of the picture. */
  readonly address: string;
  /** The chosen square; null if somebody confirms before the picture is shown: then its middle is used. */
  readonly area: Area | null;
}

/** The square `area` of a picture, else its middle, as a JPEG. Throws when the browser cannot make one. */
export async function cropPicture({ address, area }: ChosenPicture): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { x, y, width, height } = area ?? middleOf(picture.naturalWidth, picture.naturalHeight);
  const side = sideOf(width);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const paper = canvas.getContext('2d');
  if (paper === null) throw new Error('This browser draws no pictures');
  // A JPEG has no transparency: without this, transparent parts would be black.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, side, side);
  paper.imageSmoothingQuality = 'high';
  paper.drawImage(picture, x, y, width, height, 0, 0, side, side);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture could not be made')) : resolve(blob)),
      'image/jpeg',
      quality,
    ),
  );
}
