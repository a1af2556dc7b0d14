import { type ChatServer, writeFrames } from './chat-socket.ts';
import { isSameList } from './is-same-list.ts';
import { roomOfPerson } from './rooms.ts';

/**
 * Ms of pause for each ms of writing: after a rest, and at most, when each pause ended with more to write. What a node
 * writes costs the gateway, the system and the browser several times what it cost the node.
 */
const pausePerWriting = { least: 5, most: 40 };
const longestPause = 100;

/** Frames for a room, and who of it does not get them. */
interface Waiting {
  readonly frames: Buffer[];
  readonly blind: readonly string[];
  /** Sockets that joined after these frames were told: they are not for them. What is told afterwards is, and stands apart. */
  readonly late: Set<string>;
}

/**
 * Writes frames to the sockets of rooms on this node: for each socket all that waits for it in its room, in one go. A
 * write costs far more than the bytes in it. When little is said, it is written at the end of the turn of the event loop;
 * the longer writing takes, and the more there is to write, the longer is waited for more to write together.
 */
export interface RoomWriter {
  write(room: string, frames: Buffer, blind: readonly string[]): void;
}

export function createRoomWriter(io: ChatServer): RoomWriter {
  const { adapter } = io.of('/');
  let rooms = new Map<string, Waiting[]>();
  let isPlanned = false;
  let pausePerMs = pausePerWriting.least;

  adapter.on('join-room', (room: string, socketId: string) => {
    for (const { late } of rooms.get(room) ?? []) late.add(socketId);
  });

  function writeAll(): void {
    const startedAt = performance.now();
    const writing = rooms;
    rooms = new Map();
    for (const [room, waiting] of writing) for (const each of waiting) writeTo(room, each);
    const pause = Math.min((performance.now() - startedAt) * pausePerMs, longestPause);
    setTimeout(() => {
      isPlanned = rooms.size > 0;
      pausePerMs = isPlanned ? Math.min(pausePerMs * 2, pausePerWriting.most) : pausePerWriting.least;
      if (isPlanned) writeAll();
    }, pause);
  }

  function writeTo(room: string, { frames, blind, late }: Waiting): void {
    const without = new Set(late);
    for (const uid of blind) for (const id of adapter.rooms.get(roomOfPerson(uid)) ?? []) without.add(id);
    const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
    for (const id of adapter.rooms.get(room) ?? []) {
      const socket = without.has(id) ? undefined : io.sockets.sockets.get(id);
      if (socket) writeFrames(socket, bytes);
    }
  }

  return {
    write(room, frames, blind) {
      if (!adapter.rooms.has(room)) return;
      const waiting = rooms.get(room) ?? [];
      rooms.set(room, waiting);
      const last = waiting.at(-1);
      if (last && last.late.size === 0 && isSameList(last.blind, blind)) last.frames.push(frames);
      else waiting.push({ frames: [frames], blind, late: new Set() });
      if (isPlanned) return;
      isPlanned = true;
      setImmediate(writeAll);
    },
  };
}
