import type { Page } from 'puppeteer-core';

/** Opens the window of the issuer, and chooses a person of the demo there. */
export async function signIn(page: Page, name: string): Promise<void> {
  const opening = new Promise<Page>((resolve) => page.once('popup', (window) => resolve(window!)));
  await page.locator('button ::-p-text(Sign in with Google)').click();
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
  await page.locator('[aria-label="Start a new chat"]').click();
  await page.locator(`[role=dialog] li ::-p-text(${name})`).click();
  await page.locator('[role=dialog] button ::-p-text(Create)').click();
  await page.waitForFunction(() => /chat\/./.test(location.pathname));
}

export async function say(page: Page, text: string): Promise<void> {
  await page.locator('[aria-label="Type a message"]').click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** The messages on the page, each with everything shown in it. */
export const messages = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[role=log] article')].map((one) => one.innerText));
