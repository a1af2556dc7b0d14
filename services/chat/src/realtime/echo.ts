import { newId } from '@koinonia/kit/ids.ts';
import type { Redis } from 'ioredis';
import type { ChatMetrics } from '../metrics.ts';

const every = 2000;

/**
 * Measures how long an event takes to reach another node: this one calls to itself by the way that events go, over the
 * same connections, and one clock tells both ends. It goes on when nobody says anything, so that a slow Redis is seen
 * before somebody waits for it.
 */
export function startEcho(
  publisher: Pick<Redis, 'spublish'>,
  subscriber: Pick<Redis, 'on' | 'ssubscribe'>,
  metrics: Pick<ChatMetrics, 'fanOutDelay'>,
): { close(): void } {
  const channel = `koinonia:echo:${newId()}`;
  const channelBytes = Buffer.from(channel);
  // As bytes: as texts, ioredis would decode all that comes for anyone.
  subscriber.on('smessageBuffer', (from: Buffer, calledAt: Buffer) => {
    if (channelBytes.equals(from)) metrics.fanOutDelay.observe((performance.now() - Number(calledAt)) / 1000);
  });
  // While Redis is away there is nothing to measure, and `chat_events_lost_total` tells that; ioredis subscribes again.
  subscriber.ssubscribe(channel).catch(() => {});
  const timer = setInterval(() => {
    publisher.spublish(channel, String(performance.now())).catch(() => {});
  }, every);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
