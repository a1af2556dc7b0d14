import type { TellMessages } from '../messages/tell-messages.ts';
import type { MessageRow } from '../messages/queries.ts';

/** A committed change of a chat, and the people it concerns besides the members who stayed. */
export interface ChatChange {
  readonly chatId: string;
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** The lines about it are not told yet. Those who stay hear of it by a second report, after the lines. */
  readonly beforeLines?: boolean | undefined;
}

/**
 * Reports that a chat began, or got another name, picture or members: the sockets of these people join or leave it, and get
 * the change. It neither throws nor waits.
 */
export type Announce = (change: ChatChange) => void;

/** Tells a committed change of a chat with its system lines. */
export type TellChange = (change: ChatChange, lines: readonly MessageRow[]) => Promise<void>;

/**
 * Whoever has left must be out within 5 s, so that does not wait until a slow database has answered for the lines. Those who
 * stay get the lines first, so that the chat's update is not behind its own messages.
 */
export const createTellChange =
  ({ announce, tellMessages }: { announce: Announce; tellMessages: TellMessages }): TellChange =>
  async ({ chatId, joined, left }, lines) => {
    if (left.length > 0) announce({ chatId, joined: [], left, beforeLines: true });
    await tellMessages('newMessage', lines);
    announce({ chatId, joined, left: [] });
  };
