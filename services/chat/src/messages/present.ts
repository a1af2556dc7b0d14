import type { BroadcastMessage, Message, Reactions } from '@koinonia/contracts/chat.ts';
import type { MessageRow, ReactionRow } from './queries.ts';

export const presentMessage = (row: MessageRow, reactions: readonly ReactionRow[]): Message => ({
  ...presentForAll(row, reactions),
  myReactions: presentMine(reactions),
});

/** A message as everyone in the chat sees it. */
export const presentForAll = (row: MessageRow, reactions: readonly ReactionRow[]): BroadcastMessage => ({
  id: row.id,
  chatId: row.chat_id,
  seq: row.seq,
  senderId: row.sender_id,
  text: row.text,
  attachmentUrl: row.attachment_url,
  ...(row.attachment && { attachment: row.attachment }),
  createdAt: row.created_at.toISOString(),
  clientId: row.client_id,
  reactions: presentCounts(reactions),
});

export const presentCounts = (reactions: readonly ReactionRow[]): Reactions =>
  Object.fromEntries(reactions.map(({ emoji, count }) => [emoji, count]));

export const presentMine = (reactions: readonly ReactionRow[]): string[] =>
  reactions.filter(({ is_mine }) => is_mine).map(({ emoji }) => emoji);
