import type { ServerEventName, ServerEventPayload } from '@koinonia/contracts/socket-events.ts';
import type { ChatSocket } from './chat-socket.ts';

const perPerson = 30;

/** The sockets of this node, by whose they are. */
export interface Connections {
  /** Takes a socket in until it disconnects. Gives back the person's oldest one when there are too many. */
  add(socket: ChatSocket): ChatSocket | undefined;
  all(): ChatSocket[];
  of(uid: string): ChatSocket[];
  /** Everyone who has a socket here. */
  people(): string[];
  /** Those of these people who have a socket here. */
  here(uids: readonly string[]): string[];
  /** Tells a person's sockets on this node, and on no other. */
  tell<Name extends ServerEventName>(uid: string, event: Name, payload: ServerEventPayload<Name>): void;
  /** Tells all sockets of this node, and of no other. */
  tellAll<Name extends ServerEventName>(event: Name, payload: ServerEventPayload<Name>): void;
}

export function createConnections(): Connections {
  const byPerson = new Map<string, Set<ChatSocket>>();
  const of = (uid: string) => [...(byPerson.get(uid) ?? [])];
  const all = () => [...byPerson.values()].flatMap((sockets) => [...sockets]);

  return {
    add(socket) {
      const { uid } = socket.data;
      const sockets = byPerson.get(uid) ?? new Set();
      byPerson.set(uid, sockets.add(socket));
      socket.once('disconnect', () => {
        sockets.delete(socket);
        if (sockets.size === 0 && byPerson.get(uid) === sockets) byPerson.delete(uid);
      });
      return sockets.size > perPerson ? [...sockets][0] : undefined;
    },
    all,
    of,
    people: () => [...byPerson.keys()],
    here: (uids) => [...new Set(uids)].filter((uid) => byPerson.has(uid)),
    tell: (uid, event, payload) => emitTo(of(uid), event, payload),
    tellAll: (event, payload) => emitTo(all(), event, payload),
  };
}

/** Socket.IO types each event apart; here the event and its payload belong together by `ServerEventPayload` already. */
function emitTo(sockets: readonly ChatSocket[], event: ServerEventName, payload: unknown): void {
  for (const socket of sockets) (socket.emit as (event: string, payload: unknown) => void).call(socket, event, payload);
}
