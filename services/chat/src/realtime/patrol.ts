import type { ChatMetrics } from '../metrics.ts';
import { backlogOf, cutOff, endForGood } from './chat-socket.ts';
import type { Connections } from './connections.ts';

const every = 1000;
const maxPackets = 1000;
const maxBytes = 1024 * 1024;

/**
 * Looks at all sockets every second. One that takes nothing any more is cut before what waits for it costs the others
 * anything: it catches up by `seq`. One whose ID token has run out ends.
 */
export function startPatrol(connections: Connections, metrics: ChatMetrics): { close(): void } {
  function look() {
    const sockets = connections.all();
    metrics.sockets.set(sockets.length);
    for (const socket of sockets) {
      const { packets, bytes } = backlogOf(socket);
      if (packets > maxPackets || bytes > maxBytes) {
        metrics.socketsCut.inc({ reason: 'slow' });
        cutOff(socket);
      } else if (socket.data.endsAt !== null && socket.data.endsAt <= Date.now()) {
        metrics.socketsCut.inc({ reason: 'expired' });
        endForGood(socket);
      }
    }
  }

  const timer = setInterval(look, every);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
