import { setTimeout as wait } from 'node:timers/promises';
import { type ChatSocket, cutOff, sendAway } from './chat-socket.ts';

const slices = 20;

/**
 * Sends all sockets to other nodes, in random slices over this time (ms): otherwise they would all reconnect to the other
 * nodes at once.
 */
export async function drainSockets(sockets: readonly ChatSocket[], over: number): Promise<void> {
  const inRandomOrder = sockets
    .map((socket) => ({ socket, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ socket }) => socket);
  const perSlice = Math.max(1, Math.ceil(inRandomOrder.length / slices));
  for (let from = 0; from < inRandomOrder.length; from += perSlice) {
    inRandomOrder.slice(from, from + perSlice).forEach(sendAway);
    await wait(over / slices);
  }
  inRandomOrder.forEach(cutOff);
}
