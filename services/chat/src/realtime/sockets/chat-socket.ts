import type { ClientToServerEvents, ServerToClientEvents } from '@koinonia/contracts/socket-events.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { roomOfChat, roomOfTyping } from '../rooms.ts';

/** Packets and bytes received since the last patrol; before the connection is admitted, since it began. */
export interface Received {
  packets: number;
  bytes: number;
  isAdmitted: boolean;
}

export interface SocketOwner {
  uid: string;
  /** Null when the connection was made with an ID token. */
  sessionId: string | null;
  /** When the connection must end, in ms since 1970; null when it lasts as long as its session. */
  endsAt: number | null;
  received: Received;
  /** Until then (`performance.now()`) the socket is expected to join its chats by itself; 0 when it has done so. */
  joinsUntil: number;
  /** The chat that the person has in front of them, its members, and whether the person sees which of them are online. */
  open: { chatId: string; members: ReadonlySet<string>; seesOthers: boolean } | null;
}

export type ChatServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketOwner>;
export type ChatSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketOwner>;

/** The parts of Engine.IO and ws that show what a connection sends and receives; neither has a public API for it. */
export interface Wire {
  writeBuffer: { data?: unknown; options?: { wsPreEncodedFrame?: Buffer[] } }[];
  transport: {
    socket?: {
      bufferedAmount: number;
      terminate(): void;
      on(frame: 'ping' | 'pong', count: (bytes: Buffer) => void): void;
    };
  };
  write(data: string, options: { wsPreEncodedFrame: Buffer[] }): unknown;
  on(event: 'packet', count: (packet: { data?: string | Buffer }) => void): unknown;
  close(discard: boolean): void;
}

export const wireOf = (socket: ChatSocket) => socket.conn as unknown as Wire;

/** Whether data waits to be sent to a socket: almost never. */
export function hasBacklog(socket: ChatSocket): boolean {
  const { writeBuffer, transport } = wireOf(socket);
  return writeBuffer.length > 0 || (transport.socket?.bufferedAmount ?? 0) > 0;
}

/** The data that waits to be sent to a socket: packets waiting for earlier ones, and bytes. */
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
 * Sends all whole WebSocket frames in these bytes, in order with other packets. Engine.IO sends a frame that Socket.IO has
 * encoded for many sockets unchanged; here it gets several frames at a time.
 */
export function writeFrames(socket: ChatSocket, frames: Buffer): void {
  wireOf(socket).write('', { wsPreEncodedFrame: [frames] });
}

/** Whether the socket has just connected, and has not joined its chats yet. */
export const isStillJoining = ({ data }: ChatSocket) => data.joinsUntil > performance.now();

/** Joining after the end would leave rooms behind that no socket ever leaves. */
export function enterRooms(socket: ChatSocket, rooms: string[]): void {
  if (socket.connected) void socket.join(rooms);
}

/** The person is no longer a member of the chat. */
export function leaveChat(socket: ChatSocket, chatId: string): void {
  void socket.leave(roomOfChat(chatId));
  if (socket.data.open?.chatId === chatId) closeOpenChat(socket);
}

/** The person no longer has a chat in front of them. */
export function closeOpenChat(socket: ChatSocket): void {
  if (socket.data.open) void socket.leave(roomOfTyping(socket.data.open.chatId));
  socket.data.open = null;
}

/** Packets that a connection may send before it is admitted: a client sends its token, and signs of life. */
const fromStranger = 50;

const receivedOf = new WeakMap<object, Received>();

/** Counts all that a connection sends, even unsolicited heartbeats. Ends one that sends too much before it is admitted. */
export function countReceived(connection: Wire): void {
  const received = { packets: 0, bytes: 0, isAdmitted: false };
  receivedOf.set(connection, received);
  // One function, because every connection keeps it. The frames of WebSocket itself come without `data`: they are small.
  const count = ({ data }: { data?: string | Buffer }) => {
    received.packets += 1;
    received.bytes += data?.length ?? 0;
    if (!received.isAdmitted && received.packets > fromStranger) hangUp(connection);
  };
  connection.on('packet', count);
  const { socket: frames } = connection.transport;
  frames?.on('ping', count as () => void);
  frames?.on('pong', count as () => void);
}

/** What an admitted socket has sent: from now on the patrol checks it. */
export function receivedFrom({ conn }: ChatSocket): Received {
  const received = receivedOf.get(conn);
  if (received === undefined) throw new Error('a connection is admitted that nobody counts');
  receivedOf.delete(conn);
  received.isAdmitted = true;
  return received;
}

const closeWithin = 2000;

/** Ends the connection for good: the client library does not reconnect by itself. */
export function endForGood(socket: ChatSocket): void {
  socket.disconnect(true);
  terminateLater(socket);
}

/** Ends the connection in such a way that the client library reconnects, to any node. */
export function sendAway(socket: ChatSocket): void {
  socket.conn.close();
  terminateLater(socket);
}

/** Drops a connection whose client accepts no more data, with everything that waits for it. */
export function cutOff(socket: ChatSocket): void {
  wireOf(socket).transport.socket?.terminate();
}

/** Ends a connection at once, without reading the rest of what has arrived over it. */
export function hangUp(connection: Wire): void {
  connection.close(true);
  connection.transport.socket?.terminate();
}

/** Ends also the connections that have not been admitted. Engine.IO's own `close` would wait for their answers. */
export function hangUpOnAll({ engine }: ChatServer): void {
  const { clients } = engine as unknown as { clients: Record<string, Wire> };
  for (const connection of Object.values(clients)) hangUp(connection);
}

/** A clean close waits for the client's answer; a hostile client would never send it. */
function terminateLater(socket: ChatSocket): void {
  setTimeout(() => cutOff(socket), closeWithin).unref();
}
