/** A committed change of a chat, and the people it concerns besides the members who stayed. */
export interface ChatChange {
  readonly chatId: string;
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** The lines about it are not told yet. Those who stay hear of it by a second report, after the lines. */
  readonly beforeLines?: boolean | undefined;
}

/** How the other parts of the service report changes that concern all members. Nothing here throws or waits. */
export interface Announcements {
  /** A chat began, got another name, picture or members: their sockets join or leave it and get the change. */
  chatChanged(change: ChatChange): void;
}
