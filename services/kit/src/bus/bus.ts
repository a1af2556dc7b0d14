import type { BusEvent, BusTopic } from '@koinonia/contracts/bus-events.ts';

/**
 * Tells all processes of the product what has happened, at most once. Events may be lost: Redis restarts, networks drop.
 * Nothing may depend on an event alone; `onGap` reports that some may have been missed.
 */
export interface Bus {
  /** Never throws and never waits for long: an event that cannot be sent is dropped and logged. */
  publish<Topic extends BusTopic>(topic: Topic, event: BusEvent<Topic>): Promise<void>;
  /** Events of one publisher arrive in the order of publishing. When a listener throws, the error is only logged. */
  subscribe<Topic extends BusTopic>(topic: Topic, listener: (event: BusEvent<Topic>) => void): void;
  /** Called each time a lost subscription is restored. */
  onGap(listener: () => void): void;
  /** Rejects while the bus is away. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
