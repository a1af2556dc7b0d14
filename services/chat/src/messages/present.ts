import {
  type BroadcastMessage,
  excerptOf,
  type Message,
  type Reactions,
  type RepliedTo,
} from '@koinonia/contracts/chat.ts';
import type { MessageRow, ReactionRow } from './queries.ts';

type Original = Pick<MessageRow, 'id' | 'seq' | 'sender_id' | 'text' | 'deleted_at'>;

/** A message with everything that is shown with it. */
export interface WholeMessage {
  readonly row: MessageRow;
  readonly reactions: readonly ReactionRow[];
  /** The message that it replies to, if the reader may see it. */
  readonly original?: Original | undefined;
}

export const presentMessage = (message: WholeMessage): Message => ({
  ...presentForAll(message),
  myReactions: presentMine(message.reactions),
});

/** A message as everyone in the chat gets it. */
export const presentForAll = ({ row, reactions, original }: WholeMessage): BroadcastMessage => ({
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
  ...(original && { replyTo: presentOriginal(original) }),
  ...(row.mentions && { mentions: row.mentions }),
  ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
  ...(row.deleted_at && { deletedAt: row.deleted_at.toISOString() }),
  ...(row.system && { system: row.system }),
  ...(row.change_seq > 0 && { changeSeq: row.change_seq }),
});

const presentOriginal = (row: Original): RepliedTo => ({
  id: row.id,
  seq: row.seq,
  senderId: row.sender_id,
  text: excerptOf(row.text),
  deleted: row.deleted_at !== null,
});

export const presentCounts = (reactions: readonly ReactionRow[]): Reactions =>
  Object.fromEntries(reactions.map(({ emoji, count }) => [emoji, count]));

export const presentMine = (reactions: readonly ReactionRow[]): string[] =>
  reactions.filter(({ is_mine }) => is_mine).map(({ emoji }) => emoji);
