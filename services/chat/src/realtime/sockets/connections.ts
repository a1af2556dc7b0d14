import type { ServerEventName, ServerEventPayload } from '@koinonia/contracts/socket-events.ts';
import type { ChatSocket } from './chat-socket.ts';

const perPerson = 30;
const nobodys: readonly ChatSocket[] = [];

/** The sockets of this node, by person. */
export interface Connections {
  /** Keeps a socket until it is removed. Returns the person's oldest socket when there are too many. */
  add(socket: ChatSocket): ChatSocket | undefined;
  remove(socket: ChatSocket): void;
  all(): ChatSocket[];
  /** For work that runs every second: visits all sockets without allocating; sockets may be removed meanwhile. */
  each(act: (socket: ChatSocket) => void): void;
  of(uid: string): readonly ChatSocket[];
  has(uid: string): boolean;
  /** Everyone who has a socket here. */
  people(): string[];
  /** The people among these who have a socket here. */
  here(uids: readonly string[]): string[];
  /** Tells a person's sockets on this node, and on no other. */
  tell<Name extends ServerEventName>(uid: string, event: Name, payload: ServerEventPayload<Name>): void;
  /** Tells all sockets of this node, and of no other. */
  tellAll<Name extends ServerEventName>(event: Name, payload: ServerEventPayload<Name>): void;
}

export function createConnections(): Connections {
  /** Arrays are replaced, never changed: nearly everyone has one socket, and an array of one takes the least memory. */
  const byPerson = new Map<string, readonly ChatSocket[]>();
  const of = (uid: string) => byPerson.get(uid) ?? nobodys;

  const all = () => [...byPerson.values()].flat();

  return {
    add(socket) {
      const { uid } = socket.data;
      const sockets = [...of(uid), socket];
      byPerson.set(uid, sockets);
      return sockets.length > perPerson ? sockets[0] : undefined;
    },
    remove(socket) {
      const { uid } = socket.data;
      const left = of(uid).filter((one) => one !== socket);
      if (left.length > 0) byPerson.set(uid, left);
      else byPerson.delete(uid);
    },
    all,
    each: (act) => byPerson.forEach((sockets) => sockets.forEach(act)),
    of,
    has: (uid) => byPerson.has(uid),
    people: () => [...byPerson.keys()],
    here: (uids) => [...new Set(uids)].filter((uid) => byPerson.has(uid)),
    tell: (uid, event, payload) => emitTo(of(uid), event, payload),
    tellAll: (event, payload) => emitTo(all(), event, payload),
  };
}

/** Socket.IO types each event separately; here `ServerEventPayload` already ties the event to its payload. */
function emitTo(sockets: readonly ChatSocket[], event: ServerEventName, payload: unknown): void {
  for (const socket of sockets) (socket.emit as (event: string, payload: unknown) => void).call(socket, event, payload);
}
