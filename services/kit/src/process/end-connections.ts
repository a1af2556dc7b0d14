import type { Server } from 'node:http';
import { leftOfEnding } from './shutdown.ts';

const lookEvery = 50;
/** Ms after which the rest is cut: a slow phone takes minutes for a file. All else must end before the 9 s of `shutdown.ts`. */
const cutAfter = 6500;

/**
 * While the server closes, ends each connection as soon as it has no request. Node ends only those that are idle at the
 * start; a connection that is just being answered would be kept alive, and with it the process, for a minute.
 */
export function endConnectionsWhileClosing(server: Server): void {
  const close = server.close.bind(server);
  server.close = (closed) => {
    const looking = setInterval(() => server.closeIdleConnections(), lookEvery).unref();
    const cutting = setTimeout(() => server.closeAllConnections(), leftOfEnding(cutAfter)).unref();
    server.once('close', () => {
      clearInterval(looking);
      clearTimeout(cutting);
    });
    return close(closed);
  };
}
