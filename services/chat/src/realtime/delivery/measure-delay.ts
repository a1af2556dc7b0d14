import { newId } from '@koinonia/kit/ids.ts';
import type { Redis } from 'ioredis';
import type { ChatMetrics } from '../../metrics.ts';

const every = 2000;

/**
 * Measures how long an event takes to reach another node: this node sends to itself the way events are sent, over the same
 * connections, so one clock measures both ends. It also runs while nobody writes, so that a slow Redis is noticed before
 * people have to wait for it.
 */
export function measureDelay(
  publisher: Pick<Redis, 'spublish'>,
  subscriber: Pick<Redis, 'on' | 'ssubscribe'>,
  metrics: Pick<ChatMetrics, 'fanOutDelay'>,
): { close(): void } {
  const channel = `koinonia:echo:${newId()}`;
  const channelBytes = Buffer.from(channel);
  // As buffers: with string messages, ioredis would decode everything that arrives for any listener.
  subscriber.on('smessageBuffer', (from: Buffer, calledAt: Buffer) => {
    if (channelBytes.equals(from)) metrics.fanOutDelay.observe((performance.now() - Number(calledAt)) / 1000);
  });
  // While Redis is away there is nothing to measure, and `chat_events_lost_total` shows that; ioredis subscribes again.
  subscriber.ssubscribe(channel).catch(() => {});
  const timer = setInterval(() => {
    publisher.spublish(channel, String(performance.now())).catch(() => {});
  }, every);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
