import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SoloProcess, startSoloProcess } from '../support/solo-process.ts';
import { messages, say, signIn, startChat } from './pages.ts';

const firefox = process.env['FIREFOX'];
/** Longer than a page waits before it loads itself again. */
const aWhile = 4_000;

describe.skipIf(firefox === undefined)('in Firefox', () => {
  let solo: SoloProcess;
  let browser: Browser;
  let grace: Page;
  /** In a chat with Grace. */
  let ben: Page;
  beforeAll(async () => {
    solo = await startSoloProcess({});
    browser = await launch({ browser: 'firefox', executablePath: firefox!, headless: true });
    grace = await chatsOf('Grace Wanjiru');
    ben = await chatsOf('Ben Boyd');
    await startChat(ben, 'Grace Wanjiru');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await solo?.end();
  });

  /** The page of chats of somebody who has been here before: its files are on the device. */
  async function chatsOf(name: string): Promise<Page> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(solo.publicUrl);
    await signIn(page, name);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(`${solo.publicUrl}/chat`);
    return page;
  }

  test('two people talk, both ways, live', async () => {
    await say(ben, 'Shalom, Grace');
    await grace.bringToFront();
    await grace.locator('a ::-p-text(Shalom, Grace)').click();
    await say(grace, 'Habari, Ben');
    await expect
      .poll(() => messages(ben))
      .toEqual([expect.stringContaining('Shalom'), expect.stringContaining('Habari')]);
  });

  test('a page from the device is loaded once, and what is said while the server is away arrives', async () => {
    await ben.bringToFront();
    expect(await ben.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await expect.poll(() => ben.evaluate(() => performance.now())).toBeGreaterThan(aWhile);

    const earlier = (await messages(ben)).map(() => expect.any(String));
    await solo.process.stop();
    await say(ben, 'Said on the boat');
    const waiting = [...earlier, expect.stringMatching(/Said on the boat[^]*Waiting to be sent/)];
    await expect.poll(() => messages(ben)).toEqual(waiting);
    await ben.reload();
    await expect.poll(() => messages(ben)).toEqual(waiting);
    await solo.process.start();
    await expect.poll(() => messages(ben)).toEqual([...earlier, expect.not.stringContaining('Waiting')]);
  });
});
