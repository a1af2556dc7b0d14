import { followGaps } from '@koinonia/kit/bus/redis-bus.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { createRedis } from '@koinonia/kit/redis.ts';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import type { ChatMetrics } from '../metrics.ts';
import { startEcho } from './echo.ts';

const settleWithin = 1000;

/** How the sockets of several nodes are reached. It may lose events, and says when it probably has. */
export interface NodeLink {
  /** For Socket.IO; undefined means its own, within one process. */
  readonly adapter: ServerOptions['adapter'] | undefined;
  /** Resolves when what other nodes send to the rooms that were joined so far arrives here; at once while they are away. */
  settled(): Promise<void>;
  /** Called when this node hears the others again: it may have missed something of theirs. */
  onGap(listener: () => void): void;
  /** Called when the others hear this node again: they have missed something of its own. */
  onLoss(listener: () => void): void;
  close(): void;
}

/** For one node alone: there is nobody to reach. */
export const singleNode: NodeLink = {
  adapter: undefined,
  settled: async () => {},
  onGap: () => {},
  onLoss: () => {},
  close: () => {},
};

/** Over Redis pub/sub (sharded, Redis 7 or newer). */
export function createRedisLink(url: string, log: Logger, metrics: ChatMetrics): NodeLink {
  const publisher = createRedis(url, log, { failFast: true });
  const subscriber = createRedis(url, log);
  const lossListeners: (() => void)[] = [];
  const echo = startEcho(publisher, subscriber, metrics);
  const tellLoss = () => lossListeners.forEach((listener) => listener());
  return {
    adapter: createShardedAdapter(lossyPublisher(publisher, metrics, tellLoss), quietSubscriber(subscriber, log), {
      channelPrefix: 'koinonia:sockets',
      subscriptionMode: 'dynamic',
    }),
    async settled() {
      if (subscriber.status !== 'ready') return;
      // Commands of one connection are answered in order: when this is, the subscriptions before it stand.
      await Promise.race([subscriber.ping().catch(() => {}), new Promise((done) => setTimeout(done, settleWithin))]);
    },
    onGap: (listener) => followGaps(subscriber, listener),
    onLoss: (listener) => void lossListeners.push(listener),
    close() {
      echo.close();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/**
 * The adapter tells its own sockets only once its publish was answered. Redis being slow or away must not hold those
 * up, so it is answered at once.
 */
function lossyPublisher(redis: Redis, metrics: ChatMetrics, onLoss: () => void) {
  let hasLost = false;
  const lost = () => {
    metrics.fanOutLost.inc();
    hasLost = true;
  };
  const told = () => {
    if (hasLost) setImmediate(onLoss);
    hasLost = false;
  };
  return {
    async spublish(channel: string, payload: string | Buffer) {
      redis.spublish(channel, payload).then(told, lost);
    },
  };
}

/** The adapter catches no rejection of its subscriptions; ioredis sends them again by itself when it is back. */
function quietSubscriber(redis: Redis, log: Logger) {
  const failed = (err: unknown) => log.debug({ err }, 'a subscription was interrupted');
  return {
    on: redis.on.bind(redis),
    ssubscribe: (channel: string) => redis.ssubscribe(channel).catch(failed),
    sunsubscribe: (channels: string | string[]) => redis.sunsubscribe(...[channels].flat()).catch(failed),
  };
}
