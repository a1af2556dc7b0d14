import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';

/** The bus of the solo form: within one process, so no event is ever missed. */
export function createMemoryBus(log: Logger): Bus {
  const listeners = createListeners(log);
  return {
    async publish(topic, event) {
      // A copy, as over a network: later changes by the publisher must not reach the listeners.
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
