import {
  type JoinedChats,
  serverEvents,
  type ServerEventName,
  type ServerEventPayload,
} from '@koinonia/contracts/socket-events.ts';
import { io, type Socket } from 'socket.io-client';

/** A browser's socket that records every event; an event that breaks the contract throws. */
export interface LiveSocket {
  socket: Socket;
  heard<Name extends ServerEventName>(event: Name): ServerEventPayload<Name>[];
  join(chatIds: unknown): Promise<JoinedChats>;
  close(): void;
}

/** Connects; rejects with the error from `connect_error`, including its `data`. */
export async function connectSocket(url: string, token: unknown): Promise<LiveSocket> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnectionDelay: 50 });
  const log: { event: string; payload: unknown }[] = [];
  socket.onAny((event: string, payload: unknown) => {
    const schema = serverEvents[event as ServerEventName];
    log.push({ event, payload: schema.strict().parse(payload) });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  return {
    socket,
    heard: (event) => log.filter((line) => line.event === event).map((line) => line.payload as never),
    join: (chatIds) => socket.timeout(30_000).emitWithAck('joinChats', chatIds),
    close: () => socket.close(),
  };
}

/** Stops reading from the network, as a sleeping phone does, which does not notice that nothing comes. */
export function pauseReading({ socket }: LiveSocket): void {
  const { transport, _pingTimeoutTimer } = socket.io.engine as unknown as {
    transport: { ws: { _socket: { pause(): void } } };
    _pingTimeoutTimer: NodeJS.Timeout;
  };
  transport.ws._socket.pause();
  clearTimeout(_pingTimeoutTimer);
}

/** Says that it is here, without having been asked. */
export function answerPing({ socket }: LiveSocket): void {
  const engine = socket.io.engine as unknown as { _sendPacket(type: 'pong'): void };
  engine._sendPacket('pong');
}

/** Sends a ping of WebSocket itself, which the other end answers below Socket.IO; nothing when it has hung up. */
export function pingFrame({ socket }: LiveSocket): void {
  const { transport } = socket.io.engine as unknown as { transport: { ws: { ping(): void } | null } };
  transport.ws?.ping();
}
