import type { Chat } from '@koinonia/contracts/chat.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { chatNotFound, membershipOf } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentChat } from './present.ts';
import { hide } from './queries.ts';
import type { TellDevices } from './tell-devices.ts';
import { chatsInSightOf, selectChatViews } from './views.ts';

/** All chats of a person, newest activity first, without hidden ones. */
export async function chatsOf(db: ChatDatabase, uid: string): Promise<Chat[]> {
  return (await chatsInSightOf(uid).execute(db)).rows.map(presentChat);
}

/** One chat as its member sees it. */
export async function chatFor(db: ChatDatabase, uid: string, chatId: string): Promise<Chat> {
  const [view] = isOwnId(chatId) ? await selectChatViews(db, chatId, [uid]) : [];
  if (!view) throw chatNotFound();
  return presentChat(view);
}

/** Hides a chat from the caller alone; the others keep theirs. */
export async function hideChat(
  { db, tellDevices }: { db: ChatDatabase; tellDevices: TellDevices },
  caller: string,
  chatId: string,
): Promise<void> {
  await membershipOf(db, caller, chatId);
  await hide(db, caller, chatId);
  tellDevices.hidden(caller, chatId);
}
