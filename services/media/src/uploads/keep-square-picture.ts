import { AppError, unavailable } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { FastifyRequest } from 'fastify';
import { requireAccess } from '../access.ts';
import type { MediaContext } from '../context.ts';
import type { UploadKind, UploadRow } from '../database/schema.ts';
import { texts } from '../texts.ts';
import { requireAllowance } from './allowance.ts';
import { contentKindOf } from '../images/content-kind.ts';
import { inspectImage } from '../images/inspect-image.ts';
import { deleteUploads } from './delete-uploads.ts';
import { keepUpload, type WholeFile } from './keep-upload.ts';
import { expectedFile, receiveFile } from './receive-file.ts';
import { whenWorkedOn } from './when-worked-on.ts';

type SquarePicture = Pick<WholeFile, 'kind' | 'ownerId' | 'chatId' | 'path' | 'size'>;

type KeptPicture = Pick<UploadRow, 'id' | 'kind'>;

const notAnImage = () => new AppError('unsupported_media_type', texts.notAnImage);

interface SentPicture {
  /** The field of the form. */
  readonly field: string;
  readonly kind: UploadKind;
  readonly chatId: string | null;
}

/** Receives the picture of a person or a group, and stores it; returns it when it can be put to use. */
export async function receiveSquarePicture(
  media: MediaContext,
  caller: PersonCaller,
  request: FastifyRequest,
  { field, ...sent }: SentPicture,
): Promise<UploadRow> {
  const limit = media.limits.avatarBytes;
  const wanted = { field, limit, tooLarge: texts.avatarTooLarge(limit) };
  await requireAllowance(media, caller.uid, request, wanted);
  const upload = await media.spool.useFor(expectedFile(request, caller.uid, wanted), async (folder) => {
    const { path, size } = await receiveFile(request, folder, wanted);
    await requireAccess(media.identity, caller);
    return keepSquarePicture(media, { ...sent, ownerId: caller.uid, path, size });
  });
  await requireWanted(media, upload, request);
  return upload;
}

/** Stores the picture of a person or a group. Throws `unsupported_media_type` for a file that is not an image. */
export async function keepSquarePicture(media: MediaContext, picture: SquarePicture): Promise<UploadRow> {
  const { contentType, isImage } = await contentKindOf(media.inspecting, { ...picture, fileName: '' });
  if (!isImage) throw notAnImage();
  const image = await inspectImage(media, picture);
  return keepUpload(media, { ...picture, clientId: null, fileName: '', contentType, image });
}

/**
 * A picture takes the place of another one, which is deleted, so it must be readable by then. Deletes one that is not, and
 * throws `unsupported_media_type`; or `unavailable` when it takes too long, as when no worker runs.
 */
export async function requireWorkedOn(media: MediaContext, picture: KeptPicture): Promise<void> {
  const state = await whenWorkedOn(media.db, picture.id);
  if (state === 'ready') return;
  await discardPicture(media, picture);
  throw state === 'failed' ? notAnImage() : unavailable(`picture ${picture.id} is still being worked on`);
}

/** As `requireWorkedOn`; and the sender must still be connected, because one who has gone may have cancelled. */
async function requireWanted(media: MediaContext, picture: KeptPicture, { raw }: FastifyRequest): Promise<void> {
  await requireWorkedOn(media, picture);
  if (!raw.socket.destroyed) return;
  await discardPicture(media, picture);
  throw new AppError('malformed', texts.endedEarly);
}

/** Files that cannot be deleted now are left to the sweep: nobody waits for it. */
export async function discardPicture(media: MediaContext, picture: KeptPicture): Promise<void> {
  await deleteUploads(media, [picture]).catch((err: unknown) =>
    media.log.warn({ err, upload: picture.id }, 'a picture that nobody needs is left to the sweep'),
  );
}
