import type { Chat } from '@koinonia/contracts/chat.ts';

/** A change that was committed, and whom it concerns besides the members who are simply still there. */
export interface ChatChange {
  readonly chatId: string;
  readonly joined: readonly string[];
  readonly left: readonly string[];
}

/** How the rest of the service tells people what happened to their chats. Nothing here throws or waits. */
export interface Announcements {
  /** A chat began, was renamed, or its members changed: their sockets join or leave it and they are told. */
  chatChanged(change: ChatChange): void;
  /** Somebody took a chat back that they had deleted: their other devices show it again. */
  chatReopened(uid: string, chat: Chat): void;
  /** Somebody deleted a chat for themselves: their other devices take it away too. */
  chatHidden(uid: string, chatId: string): void;
}
