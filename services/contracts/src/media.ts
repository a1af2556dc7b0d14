import { z } from 'zod';
import { defineCall } from './call.ts';
import { ClientId, IdParams } from './common.ts';
import type { AvatarSize, ImageWidth } from './image-sizes.ts';

/** Maximum size in bytes (inclusive). */
export const maxAvatarBytes = 2_097_152;
/**
 * A larger one also needs `proxy-body-size` in `infra/kubernetes`, more room for uploads there and in `docker-compose.yml`,
 * and a higher `UPLOAD_BYTES_A_DAY` of media if that is less.
 */
export const maxAttachmentBytes = 26_214_400;
/** Bytes of a form beside its file, at most: boundaries, headers, the file's name. */
export const maxFormBytes = 64 * 1024;
/**
 * Bytes per second that an upload must reach on average. Any network is far faster: below this, somebody is only occupying a
 * slot.
 */
export const slowestUpload = 1024;
/** Bytes a second that the file store must accept, on average: a line of 1 Mbit/s. Below it, the sender is asked to retry. */
export const slowestStore = 128 * 1024;
/** Seconds that the store can take at most, while the sender waits for the answer: somewhat more than three minutes. */
export const longestStoring = maxAttachmentBytes / slowestStore;

/** The data about a file for everyone in a chat. The last three are null for files that are not images. */
export const AttachmentAbout = z.object({
  name: z.string(),
  contentType: z.string(),
  /** Size in bytes of the file as it was sent. */
  size: z.int().min(0),
  /** Pixels, as it is shown. */
  width: z.int().min(1).nullable(),
  height: z.int().min(1).nullable(),
  /** A `data:` address of a few pixels, shown blurred until the image is loaded. */
  placeholder: z.string().nullable(),
});
export type AttachmentAbout = z.infer<typeof AttachmentAbout>;

export const Attachment = AttachmentAbout.extend({ url: z.string() });
export type Attachment = z.infer<typeof Attachment>;

/** Multipart, field `avatar`. */
export const uploadAvatar = defineCall({
  method: 'POST',
  path: '/api/upload-avatar',
  answers: { 200: z.object({ url: z.string() }) },
});

/** Multipart, field `attachment`. If `clientId` was sent before: 200 and the file as it was, without reading the form. */
export const uploadAttachment = defineCall({
  method: 'POST',
  path: '/api/chat/:id/attachment',
  params: IdParams,
  query: z.object({ clientId: ClientId.optional() }),
  answers: { 200: Attachment, 201: Attachment },
});

/** The caller's own upload to this chat, so that one whose answer was lost need not be sent again; null when there is none. */
export const findUpload = defineCall({
  method: 'GET',
  path: '/api/chat/:id/attachment',
  params: IdParams,
  query: z.object({ clientId: ClientId }),
  answers: { 200: z.object({ attachment: Attachment.nullable() }) },
});

/** Multipart, field `picture`; by any member of the group chat, under the same rules as an avatar. */
export const uploadGroupPicture = defineCall({
  method: 'POST',
  path: '/api/chat/:id/picture',
  params: IdParams,
  answers: { 200: z.object({ url: z.string() }) },
});

export const removeGroupPicture = defineCall({
  method: 'DELETE',
  path: '/api/chat/:id/picture',
  params: IdParams,
  answers: { 204: z.void() },
});

/** The addresses of files. Images answer 202 while they are being processed and 410 when that failed. */
export const avatarPath = '/api/media/avatars';
export const groupPicturePath = '/api/media/group-pictures';
export const attachmentPath = '/api/media/attachments';

/** The address of an avatar or group picture in another size than its `photoURL`. Addresses on other hosts stay unchanged. */
export function avatarUrl(photoURL: string, size: AvatarSize): string {
  const isOurs = [avatarPath, groupPicturePath].some((path) => photoURL.startsWith(`${path}/`));
  return isOurs ? photoURL.replace(/\/\d+$/, `/${size}`) : photoURL;
}

/** The address of an image attachment in a limited width. */
export const imageUrl = (attachmentUrl: string, width: ImageWidth) => `${attachmentUrl}?w=${width}`;
