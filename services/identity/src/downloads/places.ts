import type { OwnChat, OwnFile, OwnMessage } from '@koinonia/contracts/own-words.ts';
import { safeName } from './safe-name.ts';

type Filed = Pick<OwnFile, 'id' | 'name' | 'isImage'>;

/** Where a file lies in the zip. Its id makes it the only one there; images are given out as JPEG. */
export function placeOfFile({ id, name, isImage }: Filed): string {
  const plain = isImage ? `${name.replace(/\.[A-Za-z0-9]{1,8}$/, '')}.jpg` : name;
  return `files/${id}/${safeName(plain, isImage ? 'image.jpg' : 'file')}`;
}

/** Where the attachment of a message lies; null when it has none. The id is the fourth part of its address. */
export function placeOfAttachment({ attachmentUrl, attachment }: OwnMessage): string | null {
  const id = attachmentUrl?.split('/')[4];
  if (id === undefined || attachment === null) return null;
  return placeOfFile({ id, name: attachment.name, isImage: attachment.width !== null });
}

/** The number makes it the only one: chats may be called alike. */
export const placeOfChat = (chat: Pick<OwnChat, 'id'>, number: number, title: string) =>
  `chats/${String(number).padStart(4, '0')} ${safeName(title, chat.id)}.html`;
