import type { TellMessages } from '../messages/tell-messages.ts';
import type { MessageRow } from '../messages/queries.ts';
import type { Announcements, ChatChange } from './announcements.ts';

/**
 * Tells a committed change of a chat with its system lines. Whoever has left must be out within 5 s, so they do not wait for a
 * slow database to give the lines. Those who stay get the lines first, so that the chat's update is not behind its own messages.
 */
export async function tellChange(
  { announcements, tellMessages }: { announcements: Announcements; tellMessages: TellMessages },
  { chatId, joined, left }: ChatChange,
  lines: readonly MessageRow[],
): Promise<void> {
  if (left.length > 0) announcements.chatChanged({ chatId, joined: [], left, beforeLines: true });
  await tellMessages('newMessage', lines);
  announcements.chatChanged({ chatId, joined, left: [] });
}
