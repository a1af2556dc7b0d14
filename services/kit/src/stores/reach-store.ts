import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '../process/config.ts';

const asksEvery = 500;

/**
 * Waits at the start until a store answers. As it may be starting together with us, it is asked again for `patience` ms, unless
 * it refuses us. Throws `ConfigError` with the name of the store's variable when it cannot be used.
 */
export async function reachStore(store: {
  variable: string;
  patience: number;
  reach: () => Promise<unknown>;
  isRefusal: (error: unknown) => boolean;
}): Promise<void> {
  const giveUpAt = performance.now() + store.patience;
  for (;;) {
    try {
      await store.reach();
      return;
    } catch (cause) {
      if (cause instanceof ConfigError) throw cause;
      if (store.isRefusal(cause) || performance.now() > giveUpAt) {
        throw new ConfigError(`${store.variable}: the store there cannot be used (${reasonOf(cause)})`, { cause });
      }
      await wait(asksEvery);
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.join(', ');
  return error instanceof Error ? error.message : String(error);
}
