import { typingEvery } from '@koinonia/contracts/socket-events.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveConnection } from '../../../lib/live/live-connection.ts';
import { OpenChatPresence } from './open-chat-presence.ts';

afterEach(() => vi.useRealTimers());

test('typing is told every few seconds, and at once in another chat, though the device’s clock is set back', () => {
  vi.useFakeTimers();
  const told: number[] = [];
  const live: Partial<LiveConnection> = {
    on: () => () => {},
    subscribe: () => () => {},
    openChat: async () => [],
    typing: () => void told.push(performance.now()),
  };
  const presence = new OpenChatPresence();
  presence.start(live as LiveConnection);
  const began = performance.now();
  presence.open('kitchen');
  for (const pause of [0, typingEvery / 2, typingEvery / 2]) {
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(pause);
    presence.typed();
  }
  presence.open('garden');
  presence.typed();
  expect(told.map((at) => at - began)).toEqual([0, typingEvery, typingEvery]);
});
