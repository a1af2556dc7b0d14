import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { findAttachment, withdrawAttachments } from '@koinonia/contracts/media-internal.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';

/**
 * Media's data about an attachment's address that it gave to this sender for this chat; null for any other address. Such
 * an address must never be stored: it could be a `javascript:` address, or a picture whose owner sees who loads it.
 */
export interface Attachments {
  /** Throws `unavailable` while media is away. */
  find(chatId: string, senderId: string, url: string): Promise<AttachmentAbout | null>;
  /** Reports that no message names these any more. Throws `unavailable` while media is away. */
  withdraw(urls: readonly string[]): Promise<void>;
}

export function createAttachments(media: ServiceClient): Attachments {
  return {
    async find(chatId, senderId, url) {
      return (await media.call(findAttachment, { body: { chatId, senderId, url } })).attachment;
    },
    async withdraw(urls) {
      await media.call(withdrawAttachments, { body: { urls: [...urls] } });
    },
  };
}
