import { mentionsEveryone } from '@koinonia/contracts/chat.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { selectMembersAmong } from '../chats/queries.ts';
import type { ChatDatabase } from '../database/schema.ts';

/** Keeps only valid mentions: people of the chat, and everyone. Null when none is left. */
export async function mentionsOf(
  db: ChatDatabase,
  chatId: string,
  wanted: readonly string[] | null | undefined,
): Promise<string[] | null> {
  if (!wanted || wanted.length === 0 || !isOwnId(chatId)) return null;
  const members = await selectMembersAmong(db, chatId, wanted.filter(isOwnId));
  const mentions = wanted.includes(mentionsEveryone) ? [mentionsEveryone, ...members] : members;
  return mentions.length > 0 ? mentions.toSorted() : null;
}
