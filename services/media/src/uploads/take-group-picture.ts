import { setChatPicture } from '@koinonia/contracts/chat-internal.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { FastifyRequest } from 'fastify';
import { requireMember } from '../access.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { groupPictureAddress, groupPictureIdIn } from '../objects/addresses.ts';
import { discardPicture, receiveSquarePicture } from './keep-square-picture.ts';
import { markUsed } from './queries.ts';

/** Accepts a picture for a group from one of its members; returns its address. The previous picture is deleted. */
export async function takeGroupPicture(
  media: MediaContext,
  caller: PersonCaller,
  chatId: string,
  request: FastifyRequest,
): Promise<string> {
  await requireMember(media.chat, chatId, caller);
  const sent = { field: 'picture', kind: 'group-picture', chatId } as const;
  const upload = await receiveSquarePicture(media, caller, request, sent);
  try {
    return await putToUse(media, caller, upload, chatId);
  } catch (error) {
    // The chat service may have accepted it without answering: the sweep asks it which picture the group has.
    const isRefused = error instanceof AppError && error.code !== 'unavailable';
    if (isRefused) await discardPicture(media, upload);
    throw error;
  }
}

async function putToUse(media: MediaContext, caller: PersonCaller, upload: UploadRow, chatId: string) {
  const photoURL = groupPictureAddress(upload.id);
  const told = { params: { id: chatId }, body: { uid: caller.uid, photoURL } };
  const { replaced } = await media.chat.call(setChatPicture, told);
  // For the last release, should anybody return to it: its sweep deletes pictures of groups that are not marked.
  await markUsed(media.db, upload.id);
  if (replaced !== null) await discardAt(media, replaced);
  return photoURL;
}

/** Removes a group's picture, in the name of one of its members. */
export async function removeGroupPicture(media: MediaContext, caller: PersonCaller, chatId: string): Promise<void> {
  await requireMember(media.chat, chatId, caller);
  const told = { params: { id: chatId }, body: { uid: caller.uid, photoURL: null } };
  const { replaced } = await media.chat.call(setChatPicture, told);
  if (replaced !== null) await discardAt(media, replaced);
}

async function discardAt(media: MediaContext, address: string): Promise<void> {
  const id = groupPictureIdIn(address);
  if (id !== null) await discardPicture(media, { id, kind: 'group-picture' });
}
