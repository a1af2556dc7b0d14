import type { OwnChat, OwnFile, OwnMessage } from '@koinonia/contracts/own-words.ts';
import { safeName } from './safe-name.ts';

type Filed = Pick<OwnFile, 'id' | 'name' | 'isImage'>;

/** The place of a file in the zip. Its id makes the name unique; images are stored as JPEG. */
export function placeOfFile({ id, name, isImage }: Filed): string {
  const plain = isImage ? `${name.replace(/\.[A-Za-z0-9]{1,8}$/, '')}.jpg` : name;
  return `files/${id}/${safeName(plain, isImage ? 'image.jpg' : 'file')}`;
}

/** The place of a message's attachment; null when it has none. The id is the fourth part of its address. */
export function placeOfAttachment({ attachmentUrl, attachment }: OwnMessage): string | null {
  const id = attachmentUrl?.split('/')[4];
  if (id === undefined || attachment === null) return null;
  return placeOfFile({ id, name: attachment.name, isImage: attachment.width !== null });
}

/** The number makes the name unique: two chats may have the same title. */
export const placeOfChat = (chat: Pick<OwnChat, 'id'>, number: number, title: string) =>
  `chats/${String(number).padStart(4, '0')} ${safeName(title, chat.id)}.html`;
