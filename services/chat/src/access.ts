import { notFound } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { selectMembership, selectSightOf } from './chats/queries.ts';
import type { ChatDatabase } from './database/schema.ts';

export const chatNotFound = () => notFound('chat');
export const messageNotFound = () => notFound('message');

/**
 * The only access to a chat: as its member. A chat without the caller and a chat that does not exist look alike. Statements
 * that must be one, such as those that read a page or store a message, ask the same themselves: search for `left_at`.
 */
export async function membershipOf(db: ChatDatabase, uid: string, chatId: string) {
  const membership = await findMembership(db, uid, chatId);
  if (!membership) throw chatNotFound();
  return membership;
}

/** The same check, without refusing anything. */
export async function isMember(db: ChatDatabase, uid: string, chatId: string): Promise<boolean> {
  return (await findMembership(db, uid, chatId)) !== undefined;
}

/** Whether a member may read a file: not once messages have it, and they see none of those. */
export async function mayRead(db: ChatDatabase, uid: string, chatId: string, attachmentUrl: string): Promise<boolean> {
  return isOwnId(chatId) && isOwnId(uid) && (await selectSightOf(db, uid, chatId, attachmentUrl)) !== undefined;
}

async function findMembership(db: ChatDatabase, uid: string, chatId: string) {
  return isOwnId(chatId) && isOwnId(uid) ? selectMembership(db, uid, chatId) : undefined;
}
