import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';

/** The bus of the solo form: within one process, nothing is ever missed. */
export function createMemoryBus(log: Logger): Bus {
  const listeners = createListeners(log);
  return {
    async publish(topic, event) {
      // As over a wire: what the publisher does with the object later changes nothing.
      const sent = structuredClone(event);
      setImmediate(() => listeners.tell(topic, sent));
    },
    subscribe: listeners.add,
    onGap() {},
    async ping() {},
    async close() {
      listeners.clear();
    },
  };
}
