import type { BusEvent, BusTopic } from '@koinonia/contracts/bus-events.ts';

/**
 * Tells every process of the product what has happened. At most once, and it may lose: Redis restarts, networks drop.
 * Nothing may depend on an event alone; `onGap` says when some may have been missed.
 */
export interface Bus {
  /** Never throws and never waits for long: an event that cannot be told is dropped and logged. */
  publish<Topic extends BusTopic>(topic: Topic, event: BusEvent<Topic>): Promise<void>;
  /** Events of one publisher come in the order it published them. A listener that throws is logged, nothing more. */
  subscribe<Topic extends BusTopic>(topic: Topic, listener: (event: BusEvent<Topic>) => void): void;
  /** Called each time the subscription is back after it was lost. */
  onGap(listener: () => void): void;
  /** Rejects while the bus is away. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
