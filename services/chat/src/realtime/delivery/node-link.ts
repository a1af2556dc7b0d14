import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { followGaps } from '@koinonia/kit/bus/redis-bus.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { channelsOf, createImpatientRedis, createSubscriber } from '@koinonia/kit/stores/redis.ts';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import type { ChatMetrics } from '../../metrics.ts';
import { atMostEvery } from './at-most-every.ts';
import { measureDelay } from './measure-delay.ts';

const settleWithin = 1000;
/** Ms. After each report of a loss, every client asks for everything. */
const tellLossEvery = 5000;
/** Marks our own messages by their first byte: the adapter's messages are JSON, or MessagePack of an object. */
const ours = 0;

/** Reaches the sockets of other nodes. It may lose events, and reports when it probably has. */
export interface NodeLink {
  /** For Socket.IO; undefined means Socket.IO's default, within one process. */
  readonly adapter: ServerOptions['adapter'] | undefined;
  /** Sends bytes to all other nodes that have sockets in these rooms. */
  tellRooms(told: readonly { room: string; bytes: Buffer }[]): void;
  /** Called with data from other nodes for a room. */
  onTold(listener: (room: string, bytes: Buffer) => void): void;
  /** Resolves when this node receives data for all rooms joined so far; at once while the other nodes are unreachable. */
  settled(): Promise<void>;
  /** Called when this node can receive again: it may have missed events of other nodes. */
  onGap(listener: () => void): void;
  /** Called when this node can send again: the others have missed some of its events. At most once in 5 s. */
  onLoss(listener: () => void): void;
  close(): void;
}

/** For a single node: there are no others to reach. */
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
  const publisher = createImpatientRedis(url, log, { untilCut: true });
  const subscriber = createSubscriber(url, log);
  const channelPrefix = `${channelsOf(publisher)}:sockets`;
  // The channel of a room, as the adapter names it and subscribes to it.
  const channelOf = (room: string) => `${channelPrefix}#/#${room}#`;
  const lossListeners: (() => void)[] = [];
  const toldListeners: ((room: string, bytes: Buffer) => void)[] = [];
  const delay = measureDelay(publisher, subscriber, metrics);
  const loss = atMostEvery(tellLossEvery, () => lossListeners.forEach((listener) => listener()));
  const lossy = lossyPublisher(publisher, metrics, loss.want);
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
      delay.close();
      loss.close();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** One ping for all callers in one turn of the event loop. */
function settledTogether(subscriber: Redis): () => Promise<void> {
  let next: Promise<void> | null = null;
  return () => {
    next ??= new Promise((resolve) => setImmediate(resolve)).then(async () => {
      next = null;
      if (subscriber.status !== 'ready') return;
      // Redis answers a connection's commands in order: after this answer, all earlier subscriptions are active.
      await Promise.race([subscriber.ping().catch(() => {}), wait(settleWithin)]);
    });
    return next;
  };
}

const none = () => 0;
const one = () => 1;
const refusedAmong = (answers: [error: Error | null, result: unknown][] | null) =>
  answers?.filter(([error]) => error).length ?? 0;

/**
 * The adapter tells its own sockets only after its publish was answered. A slow or absent Redis must not delay those, so
 * the publish is answered at once.
 */
function lossyPublisher(redis: Redis, metrics: ChatMetrics, onLoss: () => void) {
  let hasLost = false;
  let connection = { unanswered: 0 };
  const lose = (events: number) => {
    metrics.fanOutLost.inc(events);
    hasLost = true;
  };
  // Not after a timeout: if this node was held up, the answer may have arrived without being read yet.
  redis.on('close', () => {
    if (connection.unanswered > 0) lose(connection.unanswered);
    connection = { unanswered: 0 };
  });
  // On a quiet evening, the next event to send may be an hour away.
  redis.on('ready', reportLoss);

  function reportLoss(): void {
    if (hasLost) setImmediate(onLoss);
    hasLost = false;
  }

  function follow(events: number, refused: Promise<number>): void {
    const over = connection;
    over.unanswered += events;
    void refused.then((count) => {
      over.unanswered -= events;
      if (over !== connection) return;
      if (count > 0) return lose(count);
      reportLoss();
    });
  }

  return {
    async spublish(channel: string, payload: string | Buffer) {
      follow(1, redis.spublish(channel, payload).then(none, one));
    },
    /** In one write, because a write costs more than the data in it. */
    publishAll(messages: readonly (readonly [channel: string, payload: Buffer])[]) {
      const pipeline = redis.pipeline();
      for (const [channel, payload] of messages) pipeline.spublish(channel, payload);
      follow(
        messages.length,
        pipeline.exec().then(refusedAmong, () => messages.length),
      );
    },
  };
}

/**
 * The adapter does not catch rejections of its subscriptions; ioredis repeats them after a reconnection. Messages from
 * `tellRooms` of other nodes arrive on the same channels and are not passed to the adapter.
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
