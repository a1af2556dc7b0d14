import { now } from '@koinonia/kit/clock.ts';
import type { ChatMetrics } from '../../metrics.ts';
import { backlogOf, type ChatSocket, cutOff, endForGood, hasBacklog } from './chat-socket.ts';
import type { Connections } from './connections.ts';

const every = 1000;
const backlogLimit = { packets: 1000, bytes: 1024 * 1024 };
/** Limits for one second. A client asks to join its chats when it connects, and hardly ever after. */
const receivedLimit = { packets: 100, bytes: 2 * 1024 * 1024 };

/**
 * Checks all sockets every second. A socket that accepts no more data is cut before its backlog harms the others: the client
 * catches up by `seq`. A socket that sends too much is ended, and so is one whose ID token has expired.
 */
export function startPatrol(connections: Connections, metrics: ChatMetrics): { close(): void } {
  function look() {
    let count = 0;
    connections.each((socket) => {
      count += 1;
      const reason = reasonToEnd(socket);
      forget(socket.data.received);
      if (reason === null) return;
      metrics.socketsCut.inc({ reason });
      if (reason === 'slow') cutOff(socket);
      else endForGood(socket);
    });
    metrics.sockets.set(count);
  }

  const timer = setInterval(look, every);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** In place: V8 would have to collect the objects that thousands of sockets drop every second. */
function forget(received: Amount): void {
  received.packets = 0;
  received.bytes = 0;
}

function reasonToEnd(socket: ChatSocket): 'slow' | 'flood' | 'expired' | null {
  const { endsAt, received } = socket.data;
  if (hasBacklog(socket) && isOver(backlogOf(socket), backlogLimit)) return 'slow';
  if (isOver(received, receivedLimit)) return 'flood';
  return endsAt !== null && endsAt <= now() ? 'expired' : null;
}

type Amount = { packets: number; bytes: number };
const isOver = (amount: Amount, limit: Amount) => amount.packets > limit.packets || amount.bytes > limit.bytes;
