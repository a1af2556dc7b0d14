import { isSameList } from './is-same-list.ts';
import type { Newcomers } from '../members/newcomers.ts';
import type { NodeLink } from './node-link.ts';
import type { RoomWriter } from './room-writer.ts';

/** Who may get an event about a message. */
export interface AboutMessage {
  /** Its position: people who joined the chat after it must not get the event. */
  readonly seq: number;
  /** Others in the room who must not get it. */
  readonly blind?: readonly string[];
}

/** Frames for a room, the people in it who must not get them, and the first position that they are about. */
interface Told {
  readonly room: string;
  readonly blind: readonly string[];
  readonly frames: Buffer[];
  seq: number;
}

export interface FanOut {
  /** Sends a frame to the sockets in a room, on all nodes. Frames of one turn of the event loop are sent together. */
  toRoom(room: string, frame: Buffer, about: AboutMessage): void;
}

export function createFanOut(link: NodeLink, writer: RoomWriter, newcomers: Newcomers): FanOut {
  let waiting = new Map<string, Told[]>();

  function write(room: string, frames: Buffer, blind: readonly string[], seq: number): void {
    const late = newcomers.blindTo(room, seq);
    writer.write(room, frames, late.length === 0 ? blind : [...blind, ...late]);
  }

  link.onTold((room, bytes) => {
    const { blind, seq, frames } = decode(bytes);
    write(room, frames, blind, seq);
  });

  function tellOthers(): void {
    const telling = [...waiting.values()].flat();
    waiting = new Map();
    link.tellRooms(telling.map((told) => ({ room: told.room, bytes: encode(told) })));
  }

  return {
    toRoom(room, frame, { seq, blind = [] }) {
      write(room, frame, blind, seq);
      // One turn later, so that the sender's answer and this node's own sockets come first.
      if (waiting.size === 0) setImmediate(() => setImmediate(tellOthers));
      const told = waiting.get(room) ?? [];
      waiting.set(room, told);
      const last = told.at(-1);
      if (last && isSameList(last.blind, blind)) {
        last.frames.push(frame);
        last.seq = Math.min(last.seq, seq);
      } else told.push({ room, blind, frames: [frame], seq });
    },
  };
}

/**
 * The length of a list in four bytes; the list, which is the `blind` people and then the position; and the frames in the form
 * that sockets get.
 */
function encode({ blind, seq, frames }: Told): Buffer {
  const head = Buffer.from(JSON.stringify([...blind, seq]));
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...frames]);
}

function decode(bytes: Buffer): { blind: string[]; seq: number; frames: Buffer } {
  const end = 4 + bytes.readUInt32BE();
  const list = JSON.parse(bytes.toString('utf8', 4, end)) as (string | number)[];
  return { blind: list.slice(0, -1) as string[], seq: list.at(-1) as number, frames: bytes.subarray(end) };
}
