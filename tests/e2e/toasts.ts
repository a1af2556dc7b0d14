import { type BrowserContext, expect, type Page } from '@playwright/test';

type Told = typeof globalThis & { told: string[] };

/** Writes down, in every page, the short words that appear at its edge: a busy machine looks when they are gone again. */
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

/** The page tells this, or has told it already: once for each time that it is asked for. */
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

/** What the page has told since it was opened, and nobody has asked for. */
export const toldOn = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as Told).told);
