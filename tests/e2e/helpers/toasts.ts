import { type BrowserContext, expect, type Page } from '@playwright/test';

type Told = typeof globalThis & { told: string[] };

/** Records, in every page, the toasts that appear: on a busy machine they may be gone before a test looks. */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element) || !node.matches('section[aria-label="Notifications"] li')) continue;
        if (node.checkVisibility({ visibilityProperty: true }))
          told.push(node.querySelector('span')?.textContent ?? '');
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The page shows this toast, or has shown it already. Each call consumes one toast. */
export async function tells(page: Page, words: string): Promise<void> {
  await expect.poll(() => toldOn(page)).toContainEqual(expect.stringContaining(words));
  await page.evaluate((said) => {
    const { told } = globalThis as Told;
    told.splice(
      told.findIndex((one) => one.includes(said)),
      1,
    );
  }, words);
}

/** The toasts since the page was opened that no call has consumed. */
export const toldOn = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as Told).told);
