import { setTimeout as wait } from 'node:timers/promises';

/** Repeats a check until it passes. Rejects with the last failure when it does not pass within so many ms. */
export async function until(isSo: () => unknown, within: number): Promise<void> {
  const giveUpAt = Date.now() + within;
  for (;;) {
    try {
      await isSo();
      return;
    } catch (reason) {
      if (Date.now() > giveUpAt) throw reason;
      await wait(50);
    }
  }
}
