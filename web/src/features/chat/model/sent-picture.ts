import type { Message } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { fileNameOf, isPicture } from './attachment.ts';

/** A picture that somebody has sent, for the viewer. */
export interface SentPicture {
  /** The id of the message. */
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly about: AttachmentAbout | undefined;
  readonly senderId: string;
  /** By this, the sender's device finds its own copy. */
  readonly clientId: string | null;
  readonly createdAt: string;
}

/** The pictures among some messages, in their order. */
export function picturesOf(messages: readonly Message[]): SentPicture[] {
  return messages.flatMap(({ id, attachmentUrl: url, attachment: about, senderId, clientId, createdAt }) =>
    url !== null && isPicture(url, about)
      ? [{ id, url, about, senderId, clientId, createdAt, name: fileNameOf(url, about) }]
      : [],
  );
}
