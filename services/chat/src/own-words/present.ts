import type { OwnChat, OwnMessage, OwnReaction } from '@koinonia/contracts/chat-internal.ts';
import type { selectEarlierTexts, selectOwnChats, selectOwnMessages, selectOwnReactions } from './queries.ts';

type RowOf<Select extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Select>>[number];

/** `Required`: a field that becomes optional in the contracts, for a rollout, must still be filled in here. */
export const presentOwnChat = (row: RowOf<typeof selectOwnChats>, messages: number): Required<OwnChat> => ({
  id: row.id,
  isGroup: row.is_group,
  // A person who has left a group may not learn its present name.
  name: row.left_at === null ? row.name : null,
  other: row.other,
  joinedAt: row.joined_at.toISOString(),
  leftAt: row.left_at?.toISOString() ?? null,
  readSeq: row.read_seq,
  markedUnread: row.marked_unread,
  messages,
});

/** `earlier` are the texts that the message had before its edits. */
export const presentOwnMessage = (
  row: RowOf<typeof selectOwnMessages>,
  earlier: readonly RowOf<typeof selectEarlierTexts>[],
): Required<OwnMessage> => ({
  id: row.id,
  chatId: row.chat_id,
  seq: row.seq,
  text: row.text,
  attachmentUrl: row.attachment_url,
  attachment: row.about,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  replyTo: row.reply_to_seq,
  mentions: row.mentions ?? [],
  earlier: earlier.map(({ text, written_at: at }) => ({ text, writtenAt: at.toISOString() })),
});

export const presentOwnReaction = (row: RowOf<typeof selectOwnReactions>): Required<OwnReaction> => ({
  chatId: row.chat_id,
  messageId: row.message_id,
  seq: row.seq,
  emoji: row.emoji,
  reactedAt: row.created_at.toISOString(),
});
