import type { Server } from 'node:http';

const lookEvery = 50;

/**
 * While the server closes, ends each connection as soon as it has no request. Node ends only those that are idle at the
 * start; a connection that is just being answered would be kept alive, and with it the process, for a minute.
 */
export function endConnectionsWhileClosing(server: Server): void {
  const close = server.close.bind(server);
  server.close = (closed) => {
    const timer = setInterval(() => server.closeIdleConnections(), lookEvery).unref();
    server.once('close', () => clearInterval(timer));
    return close(closed);
  };
}
