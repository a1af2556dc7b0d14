import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, storedText } from './common.ts';
import { AttachmentAbout } from './media.ts';

// Internal calls to media, never forwarded from outside.

/** Media's data about an address that it gave to this person for this chat; null for every other address. */
export const findAttachment = defineCall({
  method: 'POST',
  path: '/internal/attachments/find',
  body: z.object({ chatId: Id, senderId: Id, url: storedText({ max: 500 }) }),
  answers: { 200: z.object({ attachment: AttachmentAbout.nullable() }) },
});

/**
 * No message names these addresses any more: they answer 404 from now on. Their files are deleted after chat has
 * confirmed it (`releaseAttachments`).
 */
export const withdrawAttachments = defineCall({
  method: 'POST',
  path: '/internal/attachments/withdraw',
  body: z.object({ urls: z.array(storedText({ max: 500 })).max(500) }),
  answers: { 204: z.void() },
});

/** A person's data is deleted: all their uploads except the pictures of groups, and the record of their picture. */
export const forgetUploadsOf = defineCall({
  method: 'POST',
  path: '/internal/people/:id/uploads/forget',
  params: IdParams,
  answers: { 204: z.void() },
});

/** Characters of a picture's address at the issuer. */
export const maxPictureAddressLength = 2000;

/** Asks media to copy the picture that the issuer sent with a new person. Done once, later. */
export const copyPicture = defineCall({
  method: 'POST',
  path: '/internal/people/:id/picture',
  params: IdParams,
  body: z.object({ picture: storedText({ min: 1, max: maxPictureAddressLength }) }),
  answers: { 204: z.void() },
});

/** A file that the person sent. Only the variants of an image are kept: of an animation WebP is returned, else JPEG. */
export const OwnFile = z.object({
  id: Id,
  kind: z.enum(['avatar', 'attachment', 'group-picture']),
  name: z.string(),
  contentType: z.string(),
  /** Size in bytes of the file as it was sent. */
  size: z.int().min(0),
  isImage: z.boolean(),
  isAnimation: z.boolean(),
  /** The chat that it was sent to. */
  chatId: Id.nullable(),
  sentAt: Instant,
  /** False for images that could not be read, or are still being processed: no bytes are available. */
  readable: z.boolean(),
});
export type OwnFile = z.infer<typeof OwnFile>;

/** In the order of their ids. */
export const listOwnFiles = defineCall({
  method: 'POST',
  path: '/internal/people/:id/files',
  params: IdParams,
  body: z.object({ after: Id.nullable(), limit: z.int().min(1).max(1000) }),
  answers: { 200: z.array(OwnFile) },
});

/** The bytes of one file, streamed; 404 when there are none. */
export const readOwnFile = defineCall({
  method: 'GET',
  path: '/internal/people/:id/files/:fileId',
  params: z.object({ id: Id, fileId: Id }),
  answers: { 200: z.any() },
});
