import type { Connections } from '../sockets/connections.ts';
import type { Presence } from '../presence/presence.ts';

/**
 * Replaces the members of a chat where people of this node have it open: they see at once which of the new members are
 * online, and nothing more of those who left.
 */
export function replaceWhereOpen(
  connections: Connections,
  presence: Presence,
  chatId: string,
  members: ReadonlySet<string>,
): void {
  for (const socket of connections.here([...members]).flatMap(connections.of)) {
    const { open, uid } = socket.data;
    if (open?.chatId !== chatId) continue;
    socket.data.open = { ...open, members };
    const came = presence.among(uid, without(members, open.members));
    const went = presence.among(uid, without(open.members, members));
    if (came.length + went.length > 0) socket.emit('presence', { chatId, came, went });
  }
}

/** Whether a person counts as a member, or does not, everywhere on this node where the chat is open. */
export function isSoWhereOpen(connections: Connections, chatId: string, uid: string, isMember: boolean): boolean {
  let isSo = true;
  connections.each(({ data: { open } }) => {
    if (open?.chatId === chatId && open.members.has(uid) !== isMember) isSo = false;
  });
  return isSo;
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...some].filter((uid) => !others.has(uid)));
