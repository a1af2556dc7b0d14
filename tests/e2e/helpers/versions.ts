import { type BrowserContext, expect, type Page } from '@playwright/test';

/** As if the person changed to another window, or back. */
export const look = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/**
 * Records what the page tells a waiting version, without passing it on: Chromium may take five minutes to put the new version
 * in charge. A page registers its service worker a while after it has opened, and notices another version only then.
 */
export const watchVersions = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined) return;
    const toVersion: unknown[] = [];
    Object.assign(globalThis, { toVersion });
    ServiceWorker.prototype.postMessage = (message: unknown) => void toVersion.push(message);
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async () => {
      const registration = await register(localStorage.getItem('newVersion') ?? '/sw.js');
      Object.assign(globalThis, { registered: true });
      return registration;
    };
  });
export const registered = (page: Page) => page.waitForFunction(() => 'registered' in globalThis);
export const toVersion = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { toVersion: unknown[] }).toVersion);

/** Registers another script as the service worker: to the browser, that is a new version. */
export async function publishNewVersion(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('newVersion', '/sw.js?newer');
    return navigator.serviceWorker.register('/sw.js');
  });
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await expect.poll(waits).toBe(true);
}

export const newVersionIsInCharge = (page: Page) =>
  page.evaluate(() => void navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
