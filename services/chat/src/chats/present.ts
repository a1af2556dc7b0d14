import { attachmentIndicator, type Chat } from '@koinonia/contracts/chat.ts';
import type { ChatView } from './queries.ts';

export const presentChat = (view: ChatView): Chat => ({
  id: view.id,
  isGroup: view.is_group,
  name: view.name,
  users: view.users,
  lastMessage: presentLastMessage(view.last_text),
  lastMessageAt: view.last_message_at?.toISOString() ?? null,
  lastSeq: view.last_seq,
  unreadCount: Math.max(view.unread, view.marked_unread ? 1 : 0),
});

function presentLastMessage(text: string | null): string {
  if (text === null) return '';
  return text.trim() === '' ? attachmentIndicator : text;
}
