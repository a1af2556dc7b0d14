import { paced } from '@koinonia/kit/work/paced.ts';
import type { TrunkEnd } from '../../trunks/accept-trunks.ts';
import { type ChatServer, writeFrames } from '../sockets/chat-socket.ts';
import { isSameList } from './is-same-list.ts';
import { roomOfPerson } from '../rooms.ts';
import { trunkPlaceOf } from '../sockets/socket-server.ts';

/** Frames for a room, and the people in it who must not get them. */
interface Waiting {
  readonly frames: Buffer[];
  readonly blind: readonly string[];
  /** Sockets that joined after these frames were sent: they must not get them. Later frames are kept separately. */
  readonly late: Set<string>;
}

/**
 * Writes frames to the sockets of rooms on this node: all frames that wait for a room in one write per socket. A write costs
 * far more than its bytes. Sockets that came by a gateway's trunk get theirs through it, all in one write.
 */
export interface RoomWriter {
  write(room: string, frames: Buffer, blind: readonly string[]): void;
}

export function createRoomWriter(io: ChatServer): RoomWriter {
  const { adapter } = io.of('/');
  let rooms = new Map<string, Waiting[]>();

  adapter.on('join-room', (room: string, socketId: string) => {
    for (const { late } of rooms.get(room) ?? []) late.add(socketId);
  });

  // Each write of a node costs the gateway, the system and the browser several times as much as the node.
  const want = paced(() => {
    const writing = rooms;
    rooms = new Map();
    for (const [room, waiting] of writing) for (const each of waiting) writeTo(room, each);
  });

  function writeTo(room: string, { frames, blind, late }: Waiting): void {
    const without = new Set(late);
    for (const uid of blind) for (const id of adapter.rooms.get(roomOfPerson(uid)) ?? []) without.add(id);
    const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
    const numbers = new Map<TrunkEnd, number[]>();
    for (const id of adapter.rooms.get(room) ?? []) {
      const socket = without.has(id) ? undefined : io.sockets.sockets.get(id);
      if (!socket) continue;
      const place = trunkPlaceOf(socket);
      if (!place) writeFrames(socket, bytes);
      else if (!numbers.get(place.trunk)?.push(place.number)) numbers.set(place.trunk, [place.number]);
    }
    for (const [trunk, those] of numbers) trunk.tell(those, bytes);
  }

  return {
    write(room, frames, blind) {
      if (!adapter.rooms.has(room)) return;
      const waiting = rooms.get(room) ?? [];
      rooms.set(room, waiting);
      const last = waiting.at(-1);
      if (last && last.late.size === 0 && isSameList(last.blind, blind)) last.frames.push(frames);
      else waiting.push({ frames: [frames], blind, late: new Set() });
      want();
    },
  };
}
