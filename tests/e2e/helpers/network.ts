import type { BrowserContext, Page, Route, Worker } from '@playwright/test';

/**
 * Takes the network away, also from pages that are loaded meanwhile: some versions of Chromium tell those that they are
 * online, though nothing gets through. Call the returned function to bring the network back.
 */
export async function takeNetworkAway(context: BrowserContext): Promise<() => Promise<void>> {
  await context.setOffline(true);
  const script = await context.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  });
  return async () => {
    await script.dispose();
    const unaware: Page[] = [];
    for (const page of context.pages()) if (await saysOnline(page)) unaware.push(page);
    await context.setOffline(false);
    for (const page of unaware) await page.evaluate(() => dispatchEvent(new Event('online')));
  };
}

/** What the browser itself says. */
const saysOnline = (page: Page) => page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine') && navigator.onLine);

/** Resolves when the page that is loaded next gets the events of its chats. */
export function hearsOfChats(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('"joined"')) resolve();
    }),
  );
  return promise;
}

/** From now on tokens bring no answers, as when those would be late: the page asks for each of them itself. */
export async function getsTokensAlone(page: Page): Promise<void> {
  await page.route('**/api/session/token', (route) => route.fallback({ postData: '{}' }));
}

/** Every token brings all the answers that the page wants with it, as when none of them is late. */
export async function getsAllWithTokens(page: Page): Promise<void> {
  await page.route('**/api/session/token', async (route) => {
    const wanted = (route.request().postDataJSON() as { answers: string[] }).answers.length;
    for (;;) {
      const response = await route.fetch();
      const { answers = {} } = (await response.json()) as { answers?: object };
      if (Object.keys(answers).length === wanted) return route.fulfill({ response });
    }
  });
}

/** The server's answer to a call, in whole even if the page has it already. */
export async function wholeAnswer(route: Route): Promise<unknown> {
  const { 'if-none-match': _, ...headers } = await route.request().allHeaders();
  return (await route.fetch({ headers })).json();
}

/** The next `times` calls to this address do not get through. */
export async function losesCalls(page: Page, address: RegExp, times: number): Promise<void> {
  let left = times;
  await page.route(address, (route) => (left-- > 0 ? route.abort() : route.fallback()));
}

/**
 * Calls to this address fail until somebody clicks, however often the page repeats them by itself. To be called before
 * the page is loaded.
 */
export async function failsUntilClick(page: Page, address: string, status: number): Promise<void> {
  // Not while it is being captured: a click that Playwright takes back, because something moved, has happened by then.
  await page.addInitScript(() => addEventListener('click', () => Object.assign(globalThis, { isClicked: true })));
  await page.route(address, async (route) => {
    // A page that is just being left cannot be asked.
    const isClicked = await page.evaluate(() => 'isClicked' in globalThis).catch(() => false);
    return isClicked
      ? route.fallback()
      : route.fulfill({ status, json: { error: 'Please try again.', code: 'unavailable' } });
  });
}

/** The service worker between the pages and the network. */
export function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no service worker');
  return worker;
}
