import { setChatPicture } from '@koinonia/contracts/chat-internal.ts';
import { AppError, unavailable } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { FastifyRequest } from 'fastify';
import { requireAccess, requireMember } from '../access.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { texts } from '../texts.ts';
import { groupPictureAddress, groupPictureIdIn } from './addresses.ts';
import { requireAllowance } from './allowance.ts';
import { keepSquarePicture, notAnImage } from './keep-square-picture.ts';
import { objectsOf } from './object-names.ts';
import { deleteUpload, markUsed } from './queries.ts';
import { expectedFile, receiveFile } from './receive-file.ts';
import { deleteObjects } from './store-file.ts';
import { whenWorkedOn } from './when-worked-on.ts';

/** Ms that a group's picture may take to be worked on: less than a person waits for an answer. */
const patience = 10_000;

/**
 * Accepts a picture for a group from one of its members; returns its address. The previous picture is deleted, so the new one
 * must be readable by then. Throws `unavailable` when it is not, as when no worker is there.
 */
export async function takeGroupPicture(
  media: MediaContext,
  caller: PersonCaller,
  chatId: string,
  request: FastifyRequest,
): Promise<string> {
  await requireMember(media.chat, chatId, caller);
  const wanted = {
    field: 'picture',
    limit: media.limits.avatarBytes,
    tooLarge: texts.avatarTooLarge(media.limits.avatarBytes),
  };
  await requireAllowance(media, caller.uid, request, wanted);
  const upload = await media.spool.useFor(expectedFile(request, caller.uid, wanted), async (folder) => {
    const { path, size } = await receiveFile(request, folder, wanted);
    await requireAccess(media.identity, caller);
    return keepSquarePicture(media, { kind: 'group-picture', ownerId: caller.uid, chatId, path, size });
  });
  await requireWorkedOn(media, upload.id);
  try {
    return await putToUse(media, caller, upload, chatId);
  } catch (error) {
    // The chat service may have accepted it without answering: the first reader then marks it as used.
    const isRefused = error instanceof AppError && error.code !== 'unavailable';
    if (isRefused) await discard(media, upload.id);
    throw error;
  }
}

async function requireWorkedOn(media: MediaContext, id: string): Promise<void> {
  const state = await whenWorkedOn(media.db, id, patience);
  if (state === 'ready') return;
  await discard(media, id);
  throw state === 'failed' ? notAnImage() : unavailable(`picture ${id} is still being worked on`);
}

async function putToUse(media: MediaContext, caller: PersonCaller, upload: UploadRow, chatId: string) {
  const photoURL = groupPictureAddress(upload.id);
  const told = { params: { id: chatId }, body: { uid: caller.uid, photoURL } };
  const { replaced } = await media.chat.call(setChatPicture, told);
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
  if (id !== null) await discard(media, id);
}

/** Files that cannot be deleted now are left to the sweep: nobody waits for it. */
async function discard({ db, files, log }: MediaContext, id: string): Promise<void> {
  try {
    await deleteObjects(files, objectsOf({ id, kind: 'group-picture' }));
    await deleteUpload(db, id);
  } catch (err) {
    log.warn({ err, upload: id }, 'a picture that nobody needs is left to the sweep');
  }
}
