import { isSameList } from './is-same-list.ts';
import type { NodeLink } from './node-link.ts';
import type { RoomWriter } from './room-writer.ts';

/** Frames for a room, and the people in it who must not get them. */
interface Told {
  readonly room: string;
  readonly blind: readonly string[];
  readonly frames: Buffer[];
}

export interface FanOut {
  /** Sends a frame to the sockets in a room, on all nodes. Frames of one turn of the event loop are sent together. */
  toRoom(room: string, frame: Buffer, blind: readonly string[]): void;
}

export function createFanOut(link: NodeLink, writer: RoomWriter): FanOut {
  let waiting = new Map<string, Told[]>();

  link.onTold((room, bytes) => {
    const { blind, frames } = decode(bytes);
    writer.write(room, frames, blind);
  });

  function tellOthers(): void {
    const telling = [...waiting.values()].flat();
    waiting = new Map();
    link.tellRooms(telling.map((told) => ({ room: told.room, bytes: encode(told) })));
  }

  return {
    toRoom(room, frame, blind) {
      writer.write(room, frame, blind);
      // One turn later, so that the sender's answer and this node's own sockets come first.
      if (waiting.size === 0) setImmediate(() => setImmediate(tellOthers));
      const told = waiting.get(room) ?? [];
      waiting.set(room, told);
      const last = told.at(-1);
      if (last && isSameList(last.blind, blind)) last.frames.push(frame);
      else told.push({ room, blind, frames: [frame] });
    },
  };
}

/** The length of a list in four bytes, the list of `blind` people, and then the frames in the form that sockets get. */
function encode({ blind, frames }: Told): Buffer {
  const head = Buffer.from(JSON.stringify(blind));
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...frames]);
}

function decode(bytes: Buffer): { blind: string[]; frames: Buffer } {
  const end = 4 + bytes.readUInt32BE();
  return { blind: JSON.parse(bytes.toString('utf8', 4, end)) as string[], frames: bytes.subarray(end) };
}
