import { expect, type Page } from '@playwright/test';

/** Marks the page as it is now: a reload removes the mark. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { marked: true }));

export const isLoadedAgain = (page: Page) => page.waitForFunction(() => !('marked' in globalThis));

export const isAsItWas = async (page: Page) => expect(await page.evaluate(() => 'marked' in globalThis)).toBe(true);
