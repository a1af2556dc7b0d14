import { checkMember } from '@koinonia/contracts/chat-internal.ts';
import { checkAccess } from '@koinonia/contracts/identity-internal.ts';
import { accountDeactivated, notFound, unauthenticated } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import type { MediaContext } from './context.ts';
import type { UploadRow } from './database/schema.ts';
import { attachmentAddress } from './objects/addresses.ts';
import { selectUpload } from './uploads/queries.ts';

type AccessContext = Pick<MediaContext, 'db' | 'chat'>;

const fileNotFound = () => notFound('file');

/** Throws `not_found` unless the caller is a member of the chat. */
export async function requireMember(chat: ServiceClient, chatId: string, caller: PersonCaller): Promise<void> {
  if (!(await isMember(chat, chatId, caller))) throw notFound('chat');
}

/** Throws when the caller's access has ended. It may have ended while their file was received, which others would then see. */
export async function requireAccess(identity: ServiceClient, { uid, sessionId }: PersonCaller): Promise<void> {
  const body = { people: [uid], sessions: sessionId === null ? [] : [sessionId] };
  const { inactivePeople, endedSessions } = await identity.call(checkAccess, { body });
  if (inactivePeople.length > 0) throw accountDeactivated();
  if (endedSessions.length > 0) throw unauthenticated();
}

/**
 * The only access to an attachment: for members of its chat who see a message that names it; for every member while none does
 * yet. Other chats' files and missing files look alike.
 */
export const attachmentFor = (media: AccessContext, caller: PersonCaller, id: string) =>
  ofMember(media, caller, id, 'attachment');

/** The only access to a group's picture: for members of the group. */
export const groupPictureFor = (media: AccessContext, caller: PersonCaller, id: string) =>
  ofMember(media, caller, id, 'group-picture');

async function ofMember(
  { db, chat }: AccessContext,
  caller: PersonCaller,
  id: string,
  kind: UploadRow['kind'],
): Promise<UploadRow> {
  const upload = isOwnId(id) ? await selectUpload(db, id) : undefined;
  const attachmentUrl = upload?.kind === 'attachment' ? attachmentAddress(upload) : undefined;
  const isTheirs = upload?.kind === kind && (await isMember(chat, upload.chat_id, caller, attachmentUrl));
  if (!isTheirs) throw fileNotFound();
  return upload;
}

/** The only access to an avatar: for everyone who is signed in. */
export async function avatarFor(
  { db }: Pick<MediaContext, 'db'>,
  _signedIn: PersonCaller,
  id: string,
): Promise<UploadRow> {
  const upload = isOwnId(id) ? await selectUpload(db, id) : undefined;
  if (upload?.kind !== 'avatar') throw fileNotFound();
  return upload;
}

/** Asks chat every time, so that a person removed from a chat loses access to its files at once. */
async function isMember(
  chat: ServiceClient,
  chatId: string | null,
  { uid }: PersonCaller,
  attachmentUrl?: string,
): Promise<boolean> {
  if (chatId === null || !isOwnId(chatId)) return false;
  return (await chat.call(checkMember, { params: { id: chatId }, body: { uid, attachmentUrl } })).isMember;
}
