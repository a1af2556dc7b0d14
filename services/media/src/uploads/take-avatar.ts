import { setPhoto } from '@koinonia/contracts/identity-internal.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { FastifyRequest } from 'fastify';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { avatarAddress } from '../objects/addresses.ts';
import { receiveSquarePicture } from './keep-square-picture.ts';
import { markUsed } from './queries.ts';

/** Accepts a picture from the caller and makes it their photo; returns its address. */
export async function takeAvatar(media: MediaContext, caller: PersonCaller, request: FastifyRequest): Promise<string> {
  const upload = await receiveSquarePicture(media, caller, request, { field: 'avatar', kind: 'avatar', chatId: null });
  return putToUse(media, upload, { unlessSet: false });
}

/** Makes an avatar its owner's photo. */
export async function putToUse(media: MediaContext, upload: UploadRow, how: { unlessSet: boolean }): Promise<string> {
  const photoURL = avatarAddress(upload.id);
  await media.identity.call(setPhoto, { params: { id: upload.owner_id }, body: { photoURL, ...how } });
  await markUsed(media.db, upload.id);
  return photoURL;
}
