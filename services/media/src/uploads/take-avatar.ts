import { setPhoto } from '@koinonia/contracts/identity-internal.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { FastifyRequest } from 'fastify';
import { requireAccess } from '../access.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { texts } from '../texts.ts';
import { avatarAddress } from './addresses.ts';
import { requireAllowance } from './allowance.ts';
import { keepSquarePicture, requireWanted } from './keep-square-picture.ts';
import { markUsed } from './queries.ts';
import { expectedFile, receiveFile } from './receive-file.ts';

/** Accepts a picture from the caller and makes it their photo; returns its address. */
export async function takeAvatar(media: MediaContext, caller: PersonCaller, request: FastifyRequest): Promise<string> {
  const wanted = {
    field: 'avatar',
    limit: media.limits.avatarBytes,
    tooLarge: texts.avatarTooLarge(media.limits.avatarBytes),
  };
  await requireAllowance(media, caller.uid, request, wanted);
  const upload = await media.spool.useFor(expectedFile(request, caller.uid, wanted), async (folder) => {
    const { path, size } = await receiveFile(request, folder, wanted);
    await requireAccess(media.identity, caller);
    return keepAvatar(media, caller.uid, { path, size });
  });
  await requireWanted(media, upload, request);
  return putToUse(media, upload, { unlessSet: false });
}

/** Stores a picture as an avatar. Throws `unsupported_media_type` for a file that is not an image. */
export const keepAvatar = (media: MediaContext, ownerId: string, file: { path: string; size: number }) =>
  keepSquarePicture(media, { kind: 'avatar', ownerId, chatId: null, ...file });

/** Makes an avatar its owner's photo. */
export async function putToUse(media: MediaContext, upload: UploadRow, how: { unlessSet: boolean }): Promise<string> {
  const photoURL = avatarAddress(upload.id);
  await media.identity.call(setPhoto, { params: { id: upload.owner_id }, body: { photoURL, ...how } });
  await markUsed(media.db, upload.id);
  return photoURL;
}
