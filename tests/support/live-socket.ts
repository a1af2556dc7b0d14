import {
  type ClientToServerEvents,
  type JoinedChats,
  JoinedChats as JoinedChatsAnswer,
  serverEvents,
  type ServerEventName,
  type ServerToClientEvents,
} from '@koinonia/contracts/socket-events.ts';
import { io, type Socket } from 'socket.io-client';

export type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** A received event with its time (ms since 1970). */
export interface RawEvent {
  readonly name: string;
  readonly payload: unknown;
  readonly at: number;
}

/** One connection that does not reconnect when it ends, with everything it received. */
export interface LiveSocket {
  readonly socket: ClientSocket;
  readonly events: RawEvent[];
  /** Payloads of one event received so far, validated by the contract. */
  received<Name extends ServerEventName>(name: Name): (typeof serverEvents)[Name]['_zod']['output'][];
  join(chats: readonly { id: string }[]): Promise<JoinedChats>;
  isConnected(): boolean;
  /** When it ended (ms since 1970), if it did. */
  endedAt(): number | null;
  close(): void;
}

/** Ms. A timeout only for connections that never open; generous, because the machine may be busy. */
const patience = 30_000;

/**
 * Opens a connection with a token; rejects with the server's reason when it is refused, and when the connection or a join
 * is not answered `within` so many ms.
 */
export async function openSocket(
  origin: string,
  token: string,
  options: { headers?: Record<string, string>; onEvent?: (event: RawEvent) => void; within?: number } = {},
): Promise<LiveSocket> {
  const { within = patience } = options;
  const socket: ClientSocket = io(origin, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: within,
    ...(options.headers && { extraHeaders: options.headers }),
  });
  const events: RawEvent[] = [];
  let endedAt: number | null = null;
  socket.onAny((name: string, payload: unknown) => {
    const event = { name, payload, at: Date.now() };
    events.push(event);
    options.onEvent?.(event);
  });
  socket.on('disconnect', () => (endedAt = Date.now()));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => {
      socket.disconnect();
      reject(error);
    });
  });
  return {
    socket,
    events,
    received: (name) =>
      events.filter((event) => event.name === name).map(({ payload }) => serverEvents[name].parse(payload)) as never,
    async join(chats) {
      return JoinedChatsAnswer.parse(
        await socket.timeout(within).emitWithAck(
          'joinChats',
          chats.map(({ id }) => id),
        ),
      );
    },
    isConnected: () => socket.connected,
    endedAt: () => endedAt,
    close: () => void socket.disconnect(),
  };
}
