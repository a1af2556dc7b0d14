import { randomBytes } from 'node:crypto';
import { followGaps } from '@koinonia/kit/bus/redis-bus.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { createRedis } from '@koinonia/kit/redis.ts';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import type { ChatMetrics } from '../metrics.ts';
import { startEcho } from './echo.ts';

const settleWithin = 1000;
const channelPrefix = 'koinonia:sockets';
/** The channel of a room, as the adapter names and subscribes it. */
const channelOf = (room: string) => `${channelPrefix}#/#${room}#`;
/** What begins with this is ours: the adapter's own messages are JSON, or MessagePack of an object. */
const ours = 0;

/** How the sockets of several nodes are reached. It may lose events, and says when it probably has. */
export interface NodeLink {
  /** For Socket.IO; undefined means its own, within one process. */
  readonly adapter: ServerOptions['adapter'] | undefined;
  /** Sends bytes to all other nodes that have sockets in these rooms. */
  tellRooms(told: readonly { room: string; bytes: Buffer }[]): void;
  /** Called with what other nodes sent to a room. */
  onTold(listener: (room: string, bytes: Buffer) => void): void;
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
  tellRooms: () => {},
  onTold: () => {},
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
  const toldListeners: ((room: string, bytes: Buffer) => void)[] = [];
  const echo = startEcho(publisher, subscriber, metrics);
  const lossy = lossyPublisher(publisher, metrics, () => lossListeners.forEach((listener) => listener()));
  const node = randomBytes(16);
  const stamp = Buffer.concat([Buffer.of(ours), node]);

  function hear(channel: Buffer, message: Buffer): void {
    if (message.subarray(1, stamp.length).equals(node)) return;
    const room = channel.toString('utf8', channelPrefix.length + 3, channel.length - 1);
    for (const listener of toldListeners) listener(room, message.subarray(stamp.length));
  }

  return {
    adapter: createShardedAdapter(lossy, quietSubscriber(subscriber, log, hear), {
      channelPrefix,
      subscriptionMode: 'dynamic',
    }),
    tellRooms(told) {
      lossy.publishAll(told.map(({ room, bytes }) => [channelOf(room), Buffer.concat([stamp, bytes])]));
    },
    onTold: (listener) => void toldListeners.push(listener),
    settled: settledTogether(subscriber),
    onGap: (listener) => followGaps(subscriber, listener),
    onLoss: (listener) => void lossListeners.push(listener),
    close() {
      echo.close();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** One question for all who ask in one turn of the event loop. */
function settledTogether(subscriber: Redis): () => Promise<void> {
  let next: Promise<void> | null = null;
  return () => {
    next ??= new Promise((resolve) => setImmediate(resolve)).then(async () => {
      next = null;
      if (subscriber.status !== 'ready') return;
      // Commands of one connection are answered in order: when this is, the subscriptions before it stand.
      await Promise.race([subscriber.ping().catch(() => {}), new Promise((done) => setTimeout(done, settleWithin))]);
    });
    return next;
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
    /** In one write, which costs more than what is in it. */
    publishAll(messages: readonly (readonly [channel: string, payload: Buffer])[]) {
      const pipeline = redis.pipeline();
      for (const [channel, payload] of messages) pipeline.spublish(channel, payload);
      pipeline.exec().then(
        (answers) => answers?.forEach(([error]) => (error ? lost() : told())),
        () => messages.forEach(lost),
      );
    },
  };
}

/**
 * The adapter catches no rejection of its subscriptions; ioredis sends them again by itself when it is back. What came
 * from `tellRooms` of another node comes on the same channels and is not for the adapter.
 */
function quietSubscriber(redis: Redis, log: Logger, hear: (channel: Buffer, message: Buffer) => void) {
  const failed = (err: unknown) => log.debug({ err }, 'a subscription was interrupted');
  return {
    on: (event: 'smessageBuffer', listener: (channel: Buffer, message: Buffer) => void) =>
      redis.on(event, (channel, message) =>
        message[0] === ours ? hear(channel, message) : listener(channel, message),
      ),
    ssubscribe: (channel: string) => redis.ssubscribe(channel).catch(failed),
    sunsubscribe: (channels: string | string[]) => redis.sunsubscribe(...[channels].flat()).catch(failed),
  };
}
