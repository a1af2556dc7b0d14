import type { BroadcastMessage, Chat } from '@koinonia/contracts/chat.ts';
import { io } from 'socket.io-client';
import { until } from '../support/until.ts';
import type { ClientSocket } from '../support/live-socket.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';

/** Many sockets that reconnect as the web client's do: after 1 to 5 s, at random, repeatedly. */
export interface Crowd {
  readonly sockets: readonly ClientSocket[];
  connected(): number;
  /** How many sockets have received this message, and whether any received it twice. */
  heard(message: { id: string }): { by: number; twice: boolean };
  /** Resolves when all are connected and have joined the chat again. */
  allBack(within: number): Promise<void>;
  end(): void;
}

/** A crowd, one person of it who sends, and the chat of all of them. */
export interface Gathering {
  readonly crowd: Crowd;
  readonly host: Person;
  readonly chat: Chat;
}

/** People who share one chat, each with several devices, connected to the gateways in turn. */
export async function gather(product: Product, counts: { people: number; devices: number }): Promise<Gathering> {
  const [host, ...guests] = await inTurns(product, counts.people);
  if (!host) throw new RangeError('a crowd has somebody in it');
  const chat = await host.groupChatWith(guests, 'Everybody');
  const heard = new Map<string, Map<ClientSocket, number>>();
  const joined = new Set<ClientSocket>();
  const take = (socket: ClientSocket, { id }: Pick<BroadcastMessage, 'id'>) => {
    const who = heard.get(id) ?? new Map<ClientSocket, number>();
    heard.set(id, who.set(socket, (who.get(socket) ?? 0) + 1));
  };
  const sockets = [host, ...guests].flatMap((person) =>
    Array.from({ length: counts.devices }, (_, device) => {
      const socket = open(product.origins[device % product.origins.length]!, person, chat, joined);
      return socket.on('newMessage', (message) => take(socket, message));
    }),
  );
  const crowd: Crowd = {
    sockets,
    connected: () => sockets.filter((socket) => socket.connected && joined.has(socket)).length,
    heard({ id }) {
      const times = [...(heard.get(id)?.values() ?? [])];
      return { by: times.length, twice: times.some((count) => count > 1) };
    },
    allBack: (within) =>
      until(() => {
        const there = crowd.connected();
        if (there < sockets.length) throw new Error(`${there} of ${sockets.length} sockets are there`);
      }, within),
    end: () => sockets.forEach((socket) => socket.disconnect()),
  };
  await crowd.allBack(60_000);
  return { crowd, host, chat };
}

async function inTurns(product: Product, count: number): Promise<Person[]> {
  const all: Person[] = [];
  while (all.length < count) all.push(...(await people(product, Math.min(20, count - all.length))));
  return all;
}

function open(origin: string, person: Person, chat: Chat, joined: Set<ClientSocket>): ClientSocket {
  const socket: ClientSocket = io(origin, {
    auth: { token: person.token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
  });
  socket.on('connect', () => socket.emit('joinChats', [chat.id], () => joined.add(socket)));
  socket.on('disconnect', () => joined.delete(socket));
  return socket;
}

/**
 * Like a phone in a pocket: its connection stays open, but it reads nothing, and does not notice that nothing comes. Call the
 * returned function to read again.
 */
export function stopReading({ io: { engine } }: ClientSocket): () => void {
  // Engine.IO's client has no public API for either: it would end a connection without pings, and open another one.
  const inside = engine as unknown as {
    transport: { ws: { pause(): void; resume(): void } };
    _pingTimeoutTimer: NodeJS.Timeout;
    _resetPingTimeout?: () => void;
  };
  inside.transport.ws.pause();
  clearTimeout(inside._pingTimeoutTimer);
  inside._resetPingTimeout = () => undefined;
  return () => {
    delete inside._resetPingTimeout;
    inside.transport.ws.resume();
  };
}
