import { imageEndings } from '@koinonia/contracts/image-formats.ts';
import { attachmentPath, avatarPath, groupPicturePath } from '@koinonia/contracts/media.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { UploadRow } from '../database/schema.ts';
import { cutName, endingOf } from './file-name.ts';

/** A message stores the address in at most 500 characters; each byte of a name may become three. */
const maxNameBytes = 100;
const shownAsImages = new Set(Object.values(imageEndings).flat());

/** Each upload has its own id, so the content of an address never changes. */
export const avatarAddress = (id: string) => `${avatarPath}/${id}/256`;
export const groupPictureAddress = (id: string) => `${groupPicturePath}/${id}/256`;

/** The id in an address below this path, or null for any other address. */
function idBelow(path: string, address: string): string | null {
  const id = address.startsWith(`${path}/`) ? (address.split('/')[4] ?? '') : '';
  return isOwnId(id) ? id : null;
}
export const groupPictureIdIn = (address: string) => idBelow(groupPicturePath, address);
export const attachmentIdIn = (address: string) => idBelow(attachmentPath, address);

/**
 * The address of an attachment. Its name is for the reader's program, which recognises images by their extension: an image
 * always has an image extension, and any other file never does, whatever its name is.
 */
export function attachmentAddress(upload: Pick<UploadRow, 'id' | 'file_name' | 'content_type'>): string {
  const name = cutName(upload.file_name, maxNameBytes);
  return `${attachmentPath}/${upload.id}/${encodeURIComponent(name + neededEnding(name, upload.content_type))}`;
}

function neededEnding(name: string, contentType: string): string {
  const endings = imageEndings[contentType];
  const ending = endingOf(name);
  if (!endings) return shownAsImages.has(ending) ? '.bin' : '';
  return endings.includes(ending) ? '' : `.${endings[0]}`;
}
