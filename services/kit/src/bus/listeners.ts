import type { BusEvent, BusTopic } from '@koinonia/contracts/bus-events.ts';
import type { Logger } from 'pino';

type Listener = (event: never) => void;

/** The listeners of each topic at this end of a bus. */
export function createListeners(log: Logger) {
  const byTopic = new Map<BusTopic, Listener[]>();
  return {
    add<Topic extends BusTopic>(topic: Topic, listener: (event: BusEvent<Topic>) => void): void {
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), listener]);
    },
    /** Each listener gets its own copy; when one throws, the others are still called. */
    tell<Topic extends BusTopic>(topic: Topic, event: BusEvent<Topic>): void {
      for (const listener of byTopic.get(topic) ?? []) {
        try {
          listener(structuredClone(event) as never);
        } catch (err) {
          log.error({ err, topic }, 'a listener on the bus failed');
        }
      }
    },
    clear: () => byTopic.clear(),
  };
}
