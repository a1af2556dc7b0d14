import type { ClientToServerEvents, ServerToClientEvents } from '@koinonia/contracts/socket-events.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

export interface SocketOwner {
  uid: string;
  /** Null when the connection was made with an ID token. */
  sessionId: string | null;
  /** When the connection ends, in ms since 1970; null when it lives as long as its session. */
  endsAt: number | null;
  /** What came in since the patrol looked last. */
  received: { packets: number; bytes: number };
  /** The chat that is in front of the person, and who belonged to it when they opened it. */
  open: { chatId: string; members: ReadonlySet<string> } | null;
}

export type ChatServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketOwner>;
export type ChatSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketOwner>;

/** What Engine.IO and ws know of a connection's back-pressure; neither has a public way to ask. */
interface Wire {
  writeBuffer: { data?: unknown; options?: { wsPreEncodedFrame?: Buffer[] } }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
  write(data: string, options: { wsPreEncodedFrame: Buffer[] }): unknown;
}

const wireOf = (socket: ChatSocket) => socket.conn as unknown as Wire;

/** Whether anything waits to be sent to a socket: for nearly all of them, nothing does. */
export function hasBacklog(socket: ChatSocket): boolean {
  const { writeBuffer, transport } = wireOf(socket);
  return writeBuffer.length > 0 || (transport.socket?.bufferedAmount ?? 0) > 0;
}

/** What waits to be sent to a socket: packets that wait for the ones before them, and bytes. */
export function backlogOf(socket: ChatSocket): { packets: number; bytes: number } {
  const { writeBuffer, transport } = wireOf(socket);
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data, options } of writeBuffer) {
    if (typeof data === 'string') bytes += data.length;
    for (const frames of options?.wsPreEncodedFrame ?? []) bytes += frames.length;
  }
  return { packets: writeBuffer.length, bytes };
}

/**
 * Sends whole frames of WebSocket, as many as there are in these bytes, in their place among what else is sent. Engine.IO
 * takes what Socket.IO has framed for many sockets as it is; here it is several frames at a time.
 */
export function writeFrames(socket: ChatSocket, frames: Buffer): void {
  wireOf(socket).write('', { wsPreEncodedFrame: [frames] });
}

/** Joining after the end would leave rooms behind that nobody ever leaves. */
export function enterRooms(socket: ChatSocket, rooms: string[]): void {
  if (socket.connected) void socket.join(rooms);
}

/** Counts what a socket sends, into its `received`. */
export function countReceived({ conn, data }: ChatSocket): void {
  conn.on('data', (packet: string | Buffer) => {
    data.received.packets += 1;
    data.received.bytes += packet.length;
  });
}

const closeWithin = 2000;

/** Ends the connection for good: the client library does not come back by itself. */
export function endForGood(socket: ChatSocket): void {
  socket.disconnect(true);
  terminateLater(socket);
}

/** Ends the connection so that the client library comes back by itself, on whichever node it then gets. */
export function sendAway(socket: ChatSocket): void {
  socket.conn.close();
  terminateLater(socket);
}

/** Drops a connection whose other side takes nothing any more, with all that waits for it. */
export function cutOff(socket: ChatSocket): void {
  wireOf(socket).transport.socket?.terminate();
}

/** A polite end waits for the other side's answer; a hostile one would never give it. */
function terminateLater(socket: ChatSocket): void {
  setTimeout(() => cutOff(socket), closeWithin).unref();
}
