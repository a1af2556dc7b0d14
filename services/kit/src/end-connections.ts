import type { Server } from 'node:http';

const lookEvery = 50;

/**
 * While the server closes, ends each connection as soon as nothing is asked on it. Node ends those that are idle at that
 * moment; one that is just being answered would be kept alive afterwards, and the process with it, for a minute.
 */
export function endConnectionsWhileClosing(server: Server): void {
  const close = server.close.bind(server);
  server.close = (closed) => {
    const timer = setInterval(() => server.closeIdleConnections(), lookEvery).unref();
    server.once('close', () => clearInterval(timer));
    return close(closed);
  };
}
