import { AppError } from '@koinonia/kit/errors.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { texts } from '../texts.ts';
import { contentKindOf } from './content-kind.ts';
import { inspectImage } from './inspect-image.ts';
import { keepUpload, type WholeFile } from './keep-upload.ts';

type SquarePicture = Pick<WholeFile, 'kind' | 'ownerId' | 'chatId' | 'path' | 'size'>;

export const notAnImage = () => new AppError('unsupported_media_type', texts.notAnImage);

/** Stores the picture of a person or a group. Throws `unsupported_media_type` for a file that is not an image. */
export async function keepSquarePicture(media: MediaContext, picture: SquarePicture): Promise<UploadRow> {
  const { contentType, isImage } = await contentKindOf(media.frontDesk, { ...picture, fileName: '' });
  if (!isImage) throw notAnImage();
  const image = await inspectImage(media, picture);
  return keepUpload(media, { ...picture, clientId: null, fileName: '', contentType, image });
}
