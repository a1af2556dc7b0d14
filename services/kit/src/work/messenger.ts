import type { Logger } from 'pino';
import { repeat } from './repeat.ts';

/** Delivers stored messages to another service, retrying as often as needed. */
export interface Messenger {
  /** Starts a delivery now, or another one after the current delivery. Nobody needs to wait for it. */
  go(): void;
  /** The same; resolves when what waited is delivered, or could not be. */
  goAndWait(): Promise<void>;
  /** Ends after the current delivery, or without it when it takes long: it is repeated later. */
  close(): Promise<void>;
}

export interface MessengerOptions {
  /** Delivers some waiting items, and deletes them only after they have arrived. False when nothing waits; may reject. */
  deliver(): Promise<boolean>;
  /** Ms between checks without a call: for items that another node left, or that could not be delivered. */
  every: number;
  /** The log message when `deliver` rejected. */
  failed: string;
  log: Logger;
}

/** Starts at once: a process that died may have left items. Several nodes may each run one. */
export function startMessenger({ deliver, every, failed, log }: MessengerOptions): Messenger {
  async function deliverAll(closing: AbortSignal): Promise<void> {
    while (!closing.aborted && (await deliver()));
  }
  const delivering = repeat(deliverAll, { every, failed, log });
  const go = () => void delivering.soon();
  go();
  return { go, goAndWait: delivering.soon, close: delivering.close };
}
