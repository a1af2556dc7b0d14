import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@koinonia/kit/ids.ts';
import { requestIdHeader } from '@koinonia/kit/request-id.ts';
import { Server } from 'socket.io';
import { type ChatServer, type ChatSocket, cutOff } from './chat-socket.ts';
import { trunkPlaceHeader } from '@koinonia/kit/trunk/trunk-frames.ts';
import type { TrunkPlace, Trunks } from '../trunks/accept-trunks.ts';
import type { NodeLink } from './node-link.ts';

/** `joinChats` with 10,000 ids of 36 characters fits; nothing else that a client sends is large. */
const maxMessageSize = 512 * 1024;

const requestIds = new WeakMap<object, string>();

/** The id that the gateway gave to the request by which a socket came, for what is logged of its admission. Told once. */
export function takeRequestId({ conn }: ChatSocket): string {
  const told = requestIds.get(conn);
  requestIds.delete(conn);
  return told ?? newId();
}

const trunkPlaces = new WeakMap<object, TrunkPlace>();

/** By which trunk a socket can be told; undefined for one that came without, and for one whose trunk has ended. */
export function trunkPlaceOf(socket: ChatSocket): TrunkPlace | undefined {
  const place = trunkPlaces.get(socket.conn);
  return place?.trunk.isOpen() ? place : undefined;
}

/** Socket.IO on the service's own HTTP server; it takes connections as long as `isOpen` says so. */
export function createSocketServer(
  httpServer: HttpServer,
  link: NodeLink,
  trunks: Pick<Trunks, 'placeOf' | 'onEnded'>,
  isOpen: () => boolean,
): ChatServer {
  const io: ChatServer = new Server(httpServer, {
    path: '/socket.io',
    // Nothing else: long-polling would need a balancer with sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    cookie: false,
    // Compressed frames could not be made once for all sockets.
    perMessageDeflate: false,
    maxHttpBufferSize: maxMessageSize,
    connectTimeout: 10_000,
    pingInterval: 10_000,
    pingTimeout: 8000,
    allowRequest(request, callback) {
      writeTogether(request.socket);
      callback(isOpen() ? null : 'this node is ending', isOpen());
    },
    ...(link.adapter && { adapter: link.adapter }),
  });
  // The request with its headers would otherwise be kept for as long as the socket lives.
  io.engine.on('connection', (connection: { request: IncomingMessage | null }) => {
    const told = connection.request?.headers[requestIdHeader];
    if (typeof told === 'string') requestIds.set(connection, told);
    const place = trunks.placeOf(connection.request?.headers[trunkPlaceHeader]);
    if (place) trunkPlaces.set(connection, place);
    connection.request = null;
  });
  // What they were told last may be lost with it: they come back and catch up.
  trunks.onEnded((trunk) => {
    for (const socket of io.sockets.sockets.values()) {
      if (trunkPlaces.get(socket.conn)?.trunk === trunk) cutOff(socket);
    }
  });
  return io;
}

/** The answer to a handshake and the first packet after it go out in one write. */
function writeTogether(socket: Socket): void {
  socket.cork();
  setImmediate(() => socket.uncork());
}
