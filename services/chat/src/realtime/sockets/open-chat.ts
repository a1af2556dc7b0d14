import { typingEvery } from '@koinonia/contracts/socket-events.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { oneAtATime } from '@koinonia/kit/work/one-at-a-time.ts';
import type { Broadcast } from '../delivery/broadcast.ts';
import { type ChatSocket, closeOpenChat, enterRooms } from './chat-socket.ts';
import type { MembersOf } from '../members/shared-members.ts';
import type { Presence } from '../presence/presence.ts';
import { roomOfChat, roomOfTyping } from '../rooms.ts';

const tryAgainAfter = 1000;
/** Maximum number of answers owed to one socket while the database is away. */
const maxWaiting = 20;

interface Dependencies {
  membersOf: MembersOf;
  presence: Presence;
  broadcast: Broadcast;
  log: Logger;
}

/** Tracks which chat a person has in front of them, and tells others who have it open that they type. */
export function followOpenChat(socket: ChatSocket, dependencies: Dependencies): void {
  // Created on demand: most sockets belong to pages in the background.
  let view: OpenChat | null = null;

  // A client may send anything here, whatever the types say.
  socket.on('openChat', (...sent: unknown[]) => {
    view ??= createOpenChat(socket, dependencies);
    const acknowledge = sent.findLast((part) => typeof part === 'function');
    view.open(typeof sent[0] === 'string' ? sent[0] : null, acknowledge as Answer | undefined);
  });
  socket.on('typing', () => view?.type());
}

type Answer = (answer: { present: string[] }) => void;

interface OpenChat {
  open(chatId: string | null, answer: Answer | undefined): void;
  type(): void;
}

function createOpenChat(socket: ChatSocket, { membersOf, presence, broadcast, log }: Dependencies): OpenChat {
  const { uid } = socket.data;
  let wanted: string | null = null;
  let waiting: Answer[] = [];
  let isLate = false;
  let toldAt = -Infinity;

  /** Only the chat that was opened last counts, however fast somebody switches between chats. */
  const openWanted = oneAtATime(async () => {
    const asking = waiting.splice(0);
    try {
      await openFor(socket, wanted, { membersOf, presence });
    } catch (error) {
      waiting = [...asking, ...waiting].slice(-maxWaiting);
      isLate = true;
      throw error;
    }
    const { open: opened } = socket.data;
    const present = presence.among(uid, opened?.members ?? new Set());
    for (const answer of asking) answer({ present });
    // The client may have stopped waiting for its answer.
    if (isLate && opened) socket.emit('presence', { chatId: opened.chatId, came: present, went: [] });
    isLate = false;
  });

  const open = untilItSucceeds(openWanted, socket, log);

  return {
    open(chatId, answer) {
      wanted = chatId;
      if (answer) waiting.push(answer);
      open();
    },
    type() {
      const { open: opened } = socket.data;
      const at = performance.now();
      if (!opened || at - toldAt < typingEvery) return;
      if (!presence.settingsOf(uid)?.typing || !socket.rooms.has(roomOfChat(opened.chatId))) return;
      toldAt = at;
      broadcast.toTyping(opened.chatId, uid);
    },
  };
}

async function openFor(
  socket: ChatSocket,
  chatId: string | null,
  { membersOf, presence }: Pick<Dependencies, 'membersOf' | 'presence'>,
): Promise<void> {
  const { uid } = socket.data;
  closeOpenChat(socket);
  if (chatId === null || !socket.rooms.has(roomOfChat(chatId))) return;
  await presence.learnSettingsOf(uid);
  const members = await membersOf(chatId);
  // A person who has left the room since was removed after the members were read.
  if (!members.has(uid) || !socket.rooms.has(roomOfChat(chatId))) return;
  const settings = presence.settingsOf(uid);
  socket.data.open = { chatId, members, seesOthers: settings?.presence === true };
  if (settings?.typing) enterRooms(socket, [roomOfTyping(chatId)]);
}

/** Tries again while the socket is connected, because nothing else would. A new call takes the place of the next try. */
function untilItSucceeds(work: () => Promise<void>, socket: ChatSocket, log: Logger): () => void {
  let nextTry: NodeJS.Timeout | undefined;
  return function run() {
    clearTimeout(nextTry);
    work().catch((err: unknown) => {
      log.warn({ err }, 'a chat could not be opened yet');
      nextTry = setTimeout(() => socket.connected && run(), tryAgainAfter).unref();
    });
  };
}
