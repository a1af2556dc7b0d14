import type { OwnChat, OwnMessage } from '@koinonia/contracts/chat-internal.ts';
import type { OwnFile } from '@koinonia/contracts/media-internal.ts';
import { safeName } from './safe-name.ts';

type Filed = Pick<OwnFile, 'id' | 'name' | 'isImage' | 'isAnimation'>;

/** The place of a file in the zip. Its id makes the name unique; images are given as JPEG, animations as WebP. */
export function placeOfFile({ id, name, isImage, isAnimation }: Filed): string {
  if (!isImage) return `files/${id}/${safeName(name, 'file')}`;
  const withoutEnding = name.replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return `files/${id}/${safeName(withoutEnding, 'image')}.${isAnimation ? 'webp' : 'jpg'}`;
}

/** The id of a message's attachment; null when it has none. It is the fourth part of its address. */
export const attachmentIdOf = ({ attachmentUrl }: OwnMessage): string | null => attachmentUrl?.split('/')[4] ?? null;

/** The number makes the name unique: two chats may have the same title. */
export const placeOfChat = (chat: Pick<OwnChat, 'id'>, number: number, title: string) =>
  `chats/${String(number).padStart(4, '0')} ${safeName(title, chat.id)}.html`;
