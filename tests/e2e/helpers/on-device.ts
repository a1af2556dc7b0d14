import type { Page } from '@playwright/test';

/** Everything stored on the device and in this tab, as one text. */
export const keptOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('koinonia-seen');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('cannot be opened')));
    });
    const names = [...database.objectStoreNames];
    const transaction = database.transaction(names);
    const all = await Promise.all(
      names.map(
        (name) =>
          new Promise((resolve) => {
            const reading = transaction.objectStore(name).getAll();
            reading.addEventListener('success', () => resolve(reading.result));
          }),
      ),
    );
    database.close();
    return JSON.stringify({ device: all, tab: { ...sessionStorage } });
  });

/** The part of `keptOn` that other tabs can read, too. */
export const deviceOf = (kept: string) => JSON.stringify((JSON.parse(kept) as { device: unknown }).device);

/** The number of written messages on the device, which a reload does not lose. */
export const inOutbox = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('koinonia');
        opening.addEventListener('error', () => reject(new Error('cannot be opened')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const counting = database.transaction('entries').objectStore('entries').count();
          counting.addEventListener('success', () => {
            database.close();
            resolve(counting.result);
          });
        });
      }),
  );
