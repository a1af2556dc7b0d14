import type { Locator, Page } from 'puppeteer-core';

/**
 * The button with exactly this name. Not by its role: Firefox would work out the roles and names of the whole page at each
 * look, which takes a second.
 */
const button = (page: Page, name: string): Locator<Element> =>
  page.locator(`xpath/.//button[@aria-label="${name}" or normalize-space()="${name}"]`);

/** Opens the window of the issuer, and chooses a person of the demo there. */
export async function signIn(page: Page, name: string): Promise<void> {
  const opening = new Promise<Page>((resolve) => page.once('popup', (window) => resolve(window!)));
  await button(page, 'Sign in with Google').click();
  const issuer = await opening;
  const choosing = issuer.locator(`button ::-p-text(${name})`).click();
  // The window may close before the click is answered.
  await choosing.catch((failure: unknown) => {
    if (!issuer.isClosed()) throw failure;
  });
  await page.waitForFunction(() => location.pathname === '/home');
}

/** From the page of chats. */
export async function startChat(page: Page, name: string): Promise<void> {
  await button(page, 'Start a new chat').click();
  await page.locator(`[role=dialog] li ::-p-text(${name})`).click();
  await button(page, 'Create').click();
  await page.waitForFunction(() => /chat\/./.test(location.pathname));
}

export async function say(page: Page, text: string): Promise<void> {
  await page.locator('textarea[aria-label="Type a message"]').click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** The messages on the page, each with everything shown in it. */
export const messages = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[role=log] article')].map((one) => one.innerText));
