import type { Message } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { isPicture, nameOf } from './attachment.ts';

/** A picture that somebody has sent, as the viewer shows it. */
export interface ChatPicture {
  /** The message's. */
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly about: AttachmentAbout | undefined;
  readonly senderId: string;
  readonly createdAt: string;
}

/** The pictures among some messages, in their order. */
export function picturesOf(messages: readonly Message[]): ChatPicture[] {
  return messages.flatMap(({ id, attachmentUrl: url, attachment: about, senderId, createdAt }) =>
    url !== null && isPicture(url, about) ? [{ id, url, about, senderId, createdAt, name: nameOf(url, about) }] : [],
  );
}
