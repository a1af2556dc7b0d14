import { setTimeout as wait } from 'node:timers/promises';

/** Asks again and again until it is so. Rejects with the last reason when it is not within so many ms. */
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
