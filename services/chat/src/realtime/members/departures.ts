import type { ChatChange } from '../../chats/tell-change.ts';
import { leaveChat } from '../sockets/chat-socket.ts';
import type { Connections } from '../sockets/connections.ts';
import { roomOfChat } from '../rooms.ts';

/** How people leave a chat on this node. */
export interface Departures {
  /** After the database has said that the person is not a member. */
  leave(uid: string, chatId: string): void;
  /** While the database does not answer: the report alone decides who leaves. It may be stale, so this is not for good. */
  leaveOnTrust(change: ChatChange): void;
  isOnTrust(uid: string, chatId: string): boolean;
  /** The database has said whether the person is a member. */
  confirm(uid: string, chatId: string): void;
}

export function createDepartures(connections: Connections): Departures {
  const onTrust = new Set<string>();
  const keyOf = (uid: string, chatId: string) => `${chatId} ${uid}`;
  const isIn = (uid: string, chatId: string) =>
    connections.of(uid).some((socket) => socket.rooms.has(roomOfChat(chatId)));

  function leaveNow(uid: string, chatId: string) {
    for (const socket of connections.of(uid)) leaveChat(socket, chatId);
    connections.tell(uid, 'chatDeleted', { id: chatId });
  }

  return {
    leave(uid, chatId) {
      const hasLeft = onTrust.delete(keyOf(uid, chatId)) && !isIn(uid, chatId);
      if (!hasLeft) leaveNow(uid, chatId);
    },
    leaveOnTrust({ chatId, left }) {
      for (const uid of connections.here(left)) {
        const hasLeft = onTrust.has(keyOf(uid, chatId)) && !isIn(uid, chatId);
        onTrust.add(keyOf(uid, chatId));
        if (!hasLeft) leaveNow(uid, chatId);
      }
    },
    isOnTrust: (uid, chatId) => onTrust.has(keyOf(uid, chatId)),
    confirm: (uid, chatId) => void onTrust.delete(keyOf(uid, chatId)),
  };
}
