import type { Chat } from '@koinonia/contracts/chat.ts';

/** A committed change of a chat, and the people it concerns besides the members who stayed. */
export interface ChatChange {
  readonly chatId: string;
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** The lines about it are not told yet. Those who stay hear of it by a second report, after the lines. */
  readonly beforeLines?: boolean | undefined;
}

/** How the other parts of the service report changes of chats. Nothing here throws or waits. */
export interface Announcements {
  /** A chat began, was renamed, or its members changed: their sockets join or leave it and get the change. */
  chatChanged(change: ChatChange): void;
  /** A person took back a chat that they had deleted: their other devices show it again. */
  chatReopened(uid: string, chat: Chat): void;
  /** A person deleted a chat for themselves: their other devices remove it too. */
  chatHidden(uid: string, chatId: string): void;
}
