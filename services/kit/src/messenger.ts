import type { Logger } from 'pino';

/** Brings what a service has kept for others to them, as often as it takes. */
export interface Messenger {
  /** Goes now, or once more when it is on its way. Nobody needs to wait for it. */
  go(): void;
  /** Ends after what is being delivered now. */
  close(): Promise<void>;
}

export interface MessengerOptions {
  /** Delivers some of what waits, and forgets it only when it has arrived. False when nothing waits; may reject. */
  deliver(): Promise<boolean>;
  /** Ms after which it looks again by itself: what another node left, what could not be delivered. */
  every: number;
  /** Said in the log when `deliver` rejected. */
  failed: string;
  log: Logger;
}

/** Starts at once: something may have been left by a process that died. Several nodes may each have one. */
export function startMessenger({ deliver, every, failed, log }: MessengerOptions): Messenger {
  let isWanted = false;
  let isClosing = false;
  let underWay: Promise<void> | null = null;

  async function deliverAll(): Promise<void> {
    while (isWanted && !isClosing) {
      isWanted = false;
      try {
        while (!isClosing && (await deliver()));
      } catch (err) {
        log.warn({ err }, failed);
      }
    }
  }

  function go() {
    isWanted = true;
    underWay ??= deliverAll().finally(() => (underWay = null));
  }

  const timer = setInterval(go, every);
  timer.unref();
  go();
  return {
    go,
    async close() {
      isClosing = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
