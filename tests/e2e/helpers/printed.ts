import type { Locator, Page } from '@playwright/test';

/** The printed version of a conversation, which is not on the screen. */
export const paper = (page: Page): Locator => page.locator('[data-paper]');

export const onPaper = (page: Page) => page.emulateMedia({ media: 'print' });

export const printDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Print this chat' });

/** How often the page has asked the browser to print; the print dialog itself is not part of the page. */
export const countPrints = (page: Page) =>
  page.addInitScript(() => {
    globalThis.print = () => sessionStorage.setItem('prints', `${Number(sessionStorage.getItem('prints')) + 1}`);
  });
export const prints = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('prints')));

export async function choosePrint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await page.getByRole('button', { name: 'Print this chat' }).click();
}
