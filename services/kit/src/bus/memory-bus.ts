import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';

/** The bus of the solo form: within one process, nothing is ever missed. */
export function createMemoryBus(log: Logger): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    async publish(topic, event) {
      // A copy, as over a wire: a listener must not be able to change what another one sees.
      const sent = structuredClone(event);
      setImmediate(() => emitter.emit(topic, sent));
    },
    subscribe(topic, listener) {
      emitter.on(topic, (event) => {
        try {
          listener(event);
        } catch (err) {
          log.error({ err, topic }, 'a listener on the bus failed');
        }
      });
    },
    onGap() {},
    async ping() {},
    async close() {
      emitter.removeAllListeners();
    },
  };
}
