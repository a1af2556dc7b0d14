/**
 * Whether an attachment's address is one that media gave out for this chat. Anything else must never be stored: it could
 * be a `javascript:` address or a picture that tells its owner who reads along.
 */
export interface Attachments {
  belongsTo(chatId: string, url: string): Promise<boolean>;
}

/** Media gives out no addresses yet, so none belongs to any chat. */
export const noAttachments: Attachments = {
  belongsTo: async () => false,
};
