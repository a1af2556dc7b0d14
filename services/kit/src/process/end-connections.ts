import type { Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { leftOfEnding } from './shutdown.ts';

/** Ms in which a request that is on its way on a kept-alive connection is read; while closing, its answer ends the connection. */
const readWithin = 150;
const lookEvery = 50;
/** Ms after which the rest is cut: a slow phone takes minutes for a file. All else must end before the 9 s of `shutdown.ts`. */
const cutAfter = 6500;

/**
 * While the server closes, it takes no new connections, and ends each one that it has as soon as it has no request. Node's own
 * `close` would end at once those that look idle, with a request that has come and was not read yet, or with the end of an
 * answer that was not sent yet; and it would keep a connection that is just being answered for a minute.
 */
export function endConnectionsWhileClosing(server: Server): void {
  const connections = new Set<Socket>();
  function forget(this: Socket) {
    connections.delete(this);
  }
  server.on('connection', (connection: Socket) => connections.add(connection.on('close', forget)));
  const isSending = () => [...connections].some(({ writableLength }) => writableLength > 0);
  const endIdle = () => {
    if (!isSending()) server.closeIdleConnections();
  };

  function endAll() {
    let looking: NodeJS.Timeout | undefined;
    const waiting = setTimeout(() => (looking = setInterval(endIdle, lookEvery).unref()), readWithin).unref();
    const cutting = setTimeout(() => server.closeAllConnections(), leftOfEnding(cutAfter)).unref();
    server.once('close', () => {
      clearTimeout(waiting);
      clearInterval(looking);
      clearTimeout(cutting);
    });
  }

  server.close = (closed) => {
    if (connections.size > 0) endAll();
    TcpServer.prototype.close.call(server, closed);
    return server;
  };
}
