import { expect } from 'vitest';
import type { LiveSocket } from '../support/live-socket.ts';

export const fiveSeconds = 5000;

/** Fails unless each connection ends within so many ms from now. */
export async function endsWithin(ms: number, sockets: readonly LiveSocket[]): Promise<void> {
  const from = performance.now();
  const lasted: number[] = [];
  for (const { socket } of sockets) {
    if (socket.connected) socket.once('disconnect', () => lasted.push(performance.now() - from));
  }
  await expect
    .poll(() => sockets.filter((socket) => socket.isConnected()).length, { timeout: ms + 3000, interval: 50 })
    .toBe(0);
  for (const time of lasted) expect(time).toBeLessThanOrEqual(ms);
}
