import type { Chat } from '@koinonia/contracts/chat.ts';
import { messageLine } from '@koinonia/contracts/message-line.ts';
import type { ChatView } from './views.ts';

export const presentChat = (view: ChatView): Chat => ({
  id: view.id,
  isGroup: view.is_group,
  name: view.name,
  ...(view.photo_url !== null && { photoURL: view.photo_url }),
  users: view.users.split(','),
  lastMessage: lastLineOf(view),
  lastMessageAt: view.last_message_at?.toISOString() ?? null,
  lastSeq: view.last_seq,
  unreadCount: Math.max(view.unread, view.marked_unread ? 1 : 0),
  ...(view.marked_unread && { markedUnread: true as const }),
  readSeq: view.read_seq,
  ...(view.mentions_me > 0 && { mentionsMe: view.mentions_me }),
  ...(view.change_seq !== null && view.change_seq > 0 && { changeSeq: view.change_seq }),
});

const lastLineOf = ({ last_text: text, last_is_line: isLine, last_deleted_at: deletedAt }: ChatView) =>
  text === null ? '' : messageLine({ text, deleted: deletedAt !== null, systemLine: isLine === true });
