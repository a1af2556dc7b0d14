import type { Locator, Page } from 'puppeteer-core';

/** The element with this role and exactly this accessible name. */
export const named = (page: Page, role: string, name: string): Locator<Element> =>
  page.locator(`::-p-aria([role="${role}"][name="${name}"])`);

/** Opens the window of the issuer, and chooses a person of the demo there. */
export async function signIn(page: Page, name: string): Promise<void> {
  const opening = new Promise<Page>((resolve) => page.once('popup', (window) => resolve(window!)));
  await named(page, 'button', 'Sign in with Google').click();
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
  await named(page, 'button', 'Start a new chat').click();
  await page.locator(`[role=dialog] li ::-p-text(${name})`).click();
  await named(page, 'button', 'Create').click();
  await page.waitForFunction(() => /chat\/./.test(location.pathname));
}

export async function say(page: Page, text: string): Promise<void> {
  await named(page, 'textbox', 'Type a message').click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** The messages on the page, each with everything shown in it. */
export const messages = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[role=log] article')].map((one) => one.innerText));
