import type { Page } from '@playwright/test';

export interface Held {
  /** The call has been made, and has its answer, which the page does not hear. */
  readonly come: Promise<void>;
  /** The page hears the answer, with all that has happened since. */
  letGo(): void;
}

/** Keeps the answer to the next call of this kind from the page, as a slow line does. Those after it are not touched. */
export async function held(page: Page, address: string, method: string): Promise<Held> {
  const come = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(address, async (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    come.resolve();
    await free.promise;
    await route.fulfill({ response });
  });
  return { come: come.promise, letGo: free.resolve };
}
