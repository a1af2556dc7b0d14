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
  /** By which its sender's device has it still. */
  readonly clientId: string | null;
  readonly createdAt: string;
}

/** The pictures among some messages, in their order. */
export function picturesOf(messages: readonly Message[]): ChatPicture[] {
  return messages.flatMap(({ id, attachmentUrl: url, attachment: about, senderId, clientId, createdAt }) =>
    url !== null && isPicture(url, about)
      ? [{ id, url, about, senderId, clientId, createdAt, name: nameOf(url, about) }]
      : [],
  );
}
