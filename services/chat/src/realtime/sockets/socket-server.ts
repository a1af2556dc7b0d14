import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@koinonia/kit/ids.ts';
import { requestIdHeader } from '@koinonia/kit/observing/request-id.ts';
import { Server } from 'socket.io';
import { type ChatServer, type ChatSocket, countReceived, cutOff, type Wire } from './chat-socket.ts';
import { trunkPlaceHeader } from '@koinonia/kit/trunk/trunk-frames.ts';
import type { TrunkPlace, Trunks } from '../../trunks/accept-trunks.ts';
import type { NodeLink } from '../delivery/node-link.ts';

/** Enough for `joinChats` with 10,000 ids of 36 characters; clients send nothing else that is large. */
const maxMessageSize = 512 * 1024;

const requestIds = new WeakMap<object, string>();

/** The id that the gateway gave to the request that opened a socket, for the log of its admission. Removed when read. */
export function takeRequestId({ conn }: ChatSocket): string {
  const told = requestIds.get(conn);
  requestIds.delete(conn);
  return told ?? newId();
}

const trunkPlaces = new WeakMap<object, TrunkPlace>();

/** The trunk that serves a socket; undefined for a socket without a trunk, and after its trunk has ended. */
export function trunkPlaceOf(socket: ChatSocket): TrunkPlace | undefined {
  const place = trunkPlaces.get(socket.conn);
  return place?.trunk.isOpen() ? place : undefined;
}

/** Socket.IO on the service's own HTTP server; it accepts connections as long as `isOpen` returns true. */
export function createSocketServer(
  httpServer: HttpServer,
  link: NodeLink,
  trunks: Pick<Trunks, 'placeOf' | 'onEnded'>,
  isOpen: () => boolean,
): ChatServer {
  const io: ChatServer = new Server(httpServer, {
    path: '/socket.io',
    // WebSocket only: long-polling would need a load balancer with sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    cookie: false,
    // Compressed frames could not be encoded once for all sockets.
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
  io.engine.on('connection', (connection: Wire & { request: IncomingMessage | null }) => {
    countReceived(connection);
    const told = connection.request?.headers[requestIdHeader];
    if (typeof told === 'string') requestIds.set(connection, told);
    const place = trunks.placeOf(connection.request?.headers[trunkPlaceHeader]);
    if (place) trunkPlaces.set(connection, place);
    // Otherwise the request with its headers would be kept as long as the socket lives.
    connection.request = null;
  });
  // The last events may be lost with the trunk: the clients reconnect and catch up.
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
