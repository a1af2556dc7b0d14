import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { buildWeb } from '@koinonia/infra/setup/build-web.mjs';
import { runMain } from '@koinonia/infra/setup/plain-words.mjs';
import { chromiumHere, measureProduct, openBrowser, signIn } from './measured-product.ts';
import { observePage, type Seen, takeSeen } from './page-observer.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
/** Slow 4G, as defined by Chromium's own tools; bytes per second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** A server that gives no answer in any reasonable time. */
const stalled = { ...fast, latency: 60_000 };
const scrolled = 500;

/**
 * Measures the pages of a signed-in person on a phone: opened for the first time and again on a slow network, used, and
 * scrolled through a long chat, each at this machine's speed and slowed down four times. Nothing is judged here.
 */
await runMain(async () => {
  await buildWeb();
  const chromium = await chromiumHere('This');
  await measureProduct(async (product, folder) => {
    const { url } = product;
    /** A browser that has never been here before. */
    const enter = async () => {
      const { browser } = await openBrowser(chromium, mkdtempSync(join(folder, 'profile-')), phone);
      return { browser, token: await signIn(browser, url) };
    };
    await product.people(40, 6_000);
    for (const slowdown of [1, 4]) {
      console.log(`\nCPU slowed down ${slowdown} times`);
      const home = await enter();
      await openFirst(home.browser, `${url}/home`, slowdown);
      await home.browser.close();
      const { browser, token } = await enter();
      await openFirst(browser, `${url}/chat`, slowdown);
      await openAgain(browser, `${url}/chat`, slowdown);
      await uses(browser, await longChatOf(url, token), slowdown);
      await browser.close();
    }
  });
});

interface Chat {
  readonly id: string;
  readonly isGroup: boolean;
  readonly lastSeq: number;
}

/** The address of the longest group of this person. */
async function longChatOf(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/chat`, { headers: { Authorization: `Bearer ${token}` } });
  const chats = (await answer.json()) as Chat[];
  const [longest] = chats.filter(({ isGroup }) => isGroup).toSorted((a, b) => b.lastSeq - a.lastSeq);
  return `${url}/chat/${longest?.id}`;
}

async function openSlowed(browser: BrowserContext, slowdown: number) {
  const page = await browser.newPage();
  await page.addInitScript(observePage);
  const devTools = await browser.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return {
    page,
    network: (conditions: typeof slow4g) => devTools.send('Network.emulateNetworkConditions', conditions),
  };
}

async function openFirst(browser: BrowserContext, address: string, slowdown: number) {
  const { page, network } = await openSlowed(browser, slowdown);
  await network(slow4g);
  await page.goto(address);
  await page.waitForTimeout(3_000);
  tellOpening(`${new URL(address).pathname}, first time, slow 4G`, await page.evaluate(takeSeen));
  await network(fast);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
}

/** In another tab, whose session storage is empty. */
async function openAgain(browser: BrowserContext, address: string, slowdown: number) {
  const { page, network } = await openSlowed(browser, slowdown);
  await network(stalled);
  await page.goto(address);
  await page.waitForTimeout(3_000);
  tellOpening(`${new URL(address).pathname}, again, no answer from the network`, await page.evaluate(takeSeen));
  await page.close();
}

async function uses(browser: BrowserContext, longChat: string, slowdown: number) {
  const { page } = await openSlowed(browser, slowdown);
  await page.goto(new URL('/chat', longChat).href);
  await page.getByRole('region', { name: 'Chats' }).getByRole('link').first().waitFor();
  await page.waitForTimeout(4_000);
  await page.evaluate(takeSeen);
  const used = async (name: string, act: () => Promise<void>) => {
    await act();
    await page.waitForTimeout(1_000);
    tellUse(name, await page.evaluate(takeSeen));
  };
  const box = page.getByRole('textbox', { name: 'Type a message' });
  const newest = page.getByRole('log').getByRole('article').last();
  await used('open a chat', () => page.locator(`a[href="${new URL(longChat).pathname}"]`).tap());
  await box.tap();
  await used('type a letter', () => page.keyboard.type('A'));
  await used('send', () => page.keyboard.press('Enter'));
  await newest.focus();
  await used('open a menu', () => page.keyboard.press('Enter'));
  await used('react', () => page.getByRole('menuitem').or(page.getByRole('menuitemcheckbox')).first().tap());
  await used('back to the list', () => page.getByRole('button', { name: 'Back' }).tap());
  await page.locator(`a[href="${new URL(longChat).pathname}"]`).tap();
  await newest.waitFor();
  await page.waitForTimeout(1_000);
  await page.evaluate(takeSeen);
  await scrollUp(page);
  const { tasks } = await page.evaluate(takeSeen);
  console.log(`  scroll up through ${scrolled} messages: ${tellTasks(tasks)}`);
  await page.close();
}

/**
 * Without stopping. The browser counts each line that is added meanwhile as a shift, because the page has also scrolled in
 * that moment.
 */
async function scrollUp(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  const log = await page.getByRole('log').elementHandle();
  const first = () =>
    log.evaluate((scroller) => {
      const { top } = scroller.getBoundingClientRect();
      const row = [...scroller.querySelectorAll<HTMLElement>('[data-seq]')].find(
        (one) => one.getBoundingClientRect().bottom > top,
      );
      return Number(row?.dataset['seq']);
    });
  const goal = Math.max(1, (await first()) - scrolled);
  const gesture = { x: phone.viewport.width / 2, y: phone.viewport.height / 2, yDistance: 6_000, speed: 6_000 };
  while ((await first()) > goal)
    await devTools.send('Input.synthesizeScrollGesture', { ...gesture, gestureSourceType: 'mouse' });
  await devTools.detach();
}

function rounded(value: number): string {
  return `${Math.round(value)} ms`;
}

function longest(entries: readonly { duration: number }[]): number {
  return Math.max(0, ...entries.map(({ duration }) => duration));
}

function tellOpening(name: string, { first, largest, largestText, list, shift, tasks }: Seen) {
  const listAt = list === 0 ? '' : `, list ${rounded(list)}`;
  console.log(`  ${name}: first paint ${rounded(first)}, largest ${rounded(largest)} ("${largestText}")${listAt}`);
  console.log(`    shift ${shift.toFixed(3)}, ${tellTasks(tasks)}`);
}

function tellUse(name: string, { events, shift, tasks }: Seen) {
  console.log(
    `  ${name}: ${rounded(longest(events))} until the next paint, shift ${shift.toFixed(3)}, ${tellTasks(tasks)}`,
  );
}

function tellTasks(tasks: Seen['tasks']): string {
  return tasks.length === 0
    ? 'no task over 50 ms'
    : `${tasks.length} tasks over 50 ms, the longest ${rounded(longest(tasks))}`;
}
