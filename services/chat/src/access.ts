import { notFound } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { selectMembership } from './chats/queries.ts';
import type { ChatDatabase } from './database/schema.ts';

export const chatNotFound = () => notFound('This chat');

/** The one way to a chat: as its member. A chat of others and no chat at all look alike. */
export async function membershipOf(db: ChatDatabase, uid: string, chatId: string) {
  const membership = isOwnId(chatId) && isOwnId(uid) ? await selectMembership(db, uid, chatId) : undefined;
  if (!membership) throw chatNotFound();
  return membership;
}
