import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { FastifyRequest } from 'fastify';
import { requireAccess, requireMember } from '../access.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { texts } from '../texts.ts';
import { requireAllowance } from './allowance.ts';
import { blankMetadata } from '../metadata/blank-metadata.ts';
import { contentKindOf } from '../images/content-kind.ts';
import { cleanFileName } from '../objects/file-name.ts';
import { inspectImage } from '../images/inspect-image.ts';
import { keepUpload } from './keep-upload.ts';
import { selectSent } from './queries.ts';
import { expectedFile, receiveFile } from './receive-file.ts';

interface Addressed {
  readonly chatId: string;
  /** The sender's own id for the upload. */
  readonly clientId?: string;
}

/** Accepts a file for a chat from one of its members, unless they have sent it already: then it is not read once more. */
export async function takeAttachment(
  media: MediaContext,
  caller: PersonCaller,
  { chatId, clientId }: Addressed,
  request: FastifyRequest,
): Promise<{ upload: UploadRow; isNew: boolean }> {
  await requireMember(media.chat, chatId, caller);
  const sent = clientId !== undefined && (await selectSent(media.db, { ownerId: caller.uid, chatId, clientId }));
  if (sent) return { upload: sent, isNew: false };
  const limit = media.limits.attachmentBytes;
  const wanted = { field: 'attachment', limit, tooLarge: texts.fileTooLarge(limit) };
  await requireAllowance(media, caller.uid, request, wanted);

  const upload = await media.spool.useFor(expectedFile(request, caller.uid, wanted), async (folder) => {
    const { path, size, fileName: told } = await receiveFile(request, folder, wanted);
    const file = { path, size, fileName: cleanFileName(told), ownerId: caller.uid };
    const { contentType, isImage } = await contentKindOf(media.inspecting, file);
    const image = isImage ? await inspectImage(media, file) : null;
    // Of an image, only what is made from it is sent.
    if (!image) await blankMetadata(path);
    // A slow file may take many minutes, in which its sender may have lost their access or left the chat.
    await requireAccess(media.identity, caller);
    await requireMember(media.chat, chatId, caller);
    return keepUpload(media, {
      ...file,
      kind: 'attachment',
      chatId,
      clientId: clientId ?? null,
      contentType,
      image,
    });
  });
  return { upload, isNew: true };
}

/** What a member of a chat has sent to it under this id of their own. */
export async function findSent(
  media: MediaContext,
  caller: PersonCaller,
  { chatId, clientId }: Required<Addressed>,
): Promise<UploadRow | undefined> {
  await requireMember(media.chat, chatId, caller);
  return selectSent(media.db, { ownerId: caller.uid, chatId, clientId });
}
