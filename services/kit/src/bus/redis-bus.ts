import { busEvents, type BusTopic } from '@koinonia/contracts/bus-events.ts';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { channelsOf, createImpatientRedis, createSubscriber } from '../stores/redis.ts';
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';

/** The bus of the cluster form: Redis pub/sub. A subscriber reconnects by itself after a cut and calls `onGap`. */
export function createRedisBus(url: string, log: Logger): Bus {
  const publisher = createImpatientRedis(url, log);
  const subscriber = createSubscriber(url, log);
  const listeners = createListeners(log);
  const gapListeners: (() => void)[] = [];
  const prefix = `${channelsOf(publisher)}:bus:`;
  const channelOf = (topic: BusTopic) => `${prefix}${topic}`;
  followGaps(subscriber, () => gapListeners.forEach((listener) => listener()));

  subscriber.on('message', (channel: string, text: string) => {
    const topic = channel.slice(prefix.length) as BusTopic;
    try {
      listeners.tell(topic, busEvents[topic].parse(JSON.parse(text)));
    } catch (err) {
      log.error({ err, topic }, 'an event from the bus could not be read');
    }
  });

  return {
    async publish(topic, event) {
      try {
        await publisher.publish(channelOf(topic), JSON.stringify(event));
      } catch (err) {
        log.warn({ err, topic }, 'an event could not be published');
      }
    },
    subscribe(topic, listener) {
      listeners.add(topic, listener);
      subscriber.subscribe(channelOf(topic)).catch((err: unknown) => log.warn({ err, topic }, 'could not subscribe'));
    },
    onGap(listener) {
      gapListeners.push(listener);
    },
    async ping() {
      await publisher.ping();
    },
    async close() {
      // Data that has already arrived is still read after the connection is cut.
      listeners.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** Calls back each time a subscriber listens again after a cut, or after it could not connect. */
export function followGaps(subscriber: Redis, onGap: () => void): void {
  let wasAway = false;
  subscriber.on('close', () => (wasAway = true));
  subscriber.on('ready', () => {
    // ioredis restores the lost subscriptions at `ready`; this ping is answered after them.
    if (wasAway) subscriber.ping().then(onGap, () => {});
    wasAway = false;
  });
}
