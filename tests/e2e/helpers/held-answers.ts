import type { Page, Request } from '@playwright/test';

interface Held {
  /** Resolves when the call has been made and has its answer, which the page has not received yet. */
  readonly come: Promise<void>;
  /** Delivers the answer to the page, after everything that has happened since; a page that has given it up gets none. */
  letGo(): Promise<void>;
}

/** Delays the answer to the next call of this kind, as a slow connection does. Later calls are not affected. */
export async function held(page: Page, address: string | RegExp, method: string): Promise<Held> {
  const come = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(address, async (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    const end = (request: Request) => request === route.request() && over.resolve();
    page.on('requestfinished', end).on('requestfailed', end);
    const response = await route.fetch();
    come.resolve();
    await free.promise;
    await route.fulfill({ response });
  });
  const letGo = () => {
    free.resolve();
    return over.promise;
  };
  return { come: come.promise, letGo };
}
