import type { Message } from '@koinonia/contracts/chat.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { chatNotFound, membershipOf } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentMessage } from './present.ts';
import { type Page, selectPage } from './page.ts';
import { selectWithAttachment } from './queries.ts';
import { wholeMessages } from './whole-messages.ts';

/** A page of a chat as its member sees it. */
export async function messagesFor(db: ChatDatabase, uid: string, chatId: string, page: Page): Promise<Message[]> {
  const messages = isOwnId(chatId) ? await selectPage(db, { uid, chatId }, page) : undefined;
  if (!messages) throw chatNotFound();
  return messages.map(presentMessage);
}

/** The attachments of a chat, as its member sees them. */
export async function attachmentsFor(
  db: ChatDatabase,
  uid: string,
  chatId: string,
  page: { before?: number | undefined; limit: number },
): Promise<Message[]> {
  const { visible_after_seq: visibleAfter } = await membershipOf(db, uid, chatId);
  const rows = await selectWithAttachment(db, chatId, { ...page, visibleAfter });
  return (await wholeMessages(db, rows, { uid, visibleAfter })).map(presentMessage);
}
