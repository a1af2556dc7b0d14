import { imageEndings } from '@koinonia/contracts/image-formats.ts';
import type { AvatarSize } from '@koinonia/contracts/image-sizes.ts';
import { attachmentPath, avatarPath, groupPicturePath } from '@koinonia/contracts/media.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { UploadRow } from '../database/schema.ts';
import { cutName, endingOf } from './file-name.ts';

/** A message stores the address in at most 500 characters; each byte of a name may become three. */
const maxNameBytes = 100;
const shownAsImages = new Set(Object.values(imageEndings).flat());

/** Each upload has its own id, so the content of an address never changes. */
export const avatarAddress = (id: string, size: AvatarSize = 256) => `${avatarPath}/${id}/${size}`;
export const groupPictureAddress = (id: string, size: AvatarSize = 256) => `${groupPicturePath}/${id}/${size}`;

/** The id in a group picture's address, or null for any other address. */
export function groupPictureIdIn(address: string): string | null {
  const id = address.startsWith(`${groupPicturePath}/`) ? (address.split('/')[4] ?? '') : '';
  return isOwnId(id) ? id : null;
}

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

/** The id in an attachment's address, or null for any other address. */
export function attachmentIdIn(address: string): string | null {
  const id = address.startsWith(`${attachmentPath}/`) ? (address.split('/')[4] ?? '') : '';
  return isOwnId(id) ? id : null;
}
