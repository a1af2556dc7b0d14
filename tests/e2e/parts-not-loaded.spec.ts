import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { box, goToChat, isStored, nothingWaits, openChat, say } from './helpers/chat.ts';
import { attach, document as file, picture, send } from './helpers/files.ts';
import { held } from './helpers/held-answers.ts';
import { isAsItWas, isLoadedAgain, mark } from './helpers/loaded-again.ts';
import { workerOf } from './helpers/network.ts';
import { pressEscape } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

/** The rules of a stylesheet that could not be loaded cannot be read. */
const hasStyles = (page: Page, part: string) =>
  page.evaluate((name) => {
    try {
      return [...document.styleSheets].some(({ href, cssRules }) => cssRules.length > 0 && href?.includes(name));
    } catch {
      return false;
    }
  }, part);

/** Many browsers remember that a file could not be loaded. Then the page reloads, and `ask` is done once more. */
async function untilItIsThere(part: Locator, ask: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if (!(await part.isVisible())) await ask();
    await expect(part).toBeVisible({ timeout: 3000 });
  }).toPass();
}

test('a dialog or menu that cannot be loaded leaves the page as it is, and opens when it can', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  // If the server answered, the page would conclude that the parts are gone, and reload.
  const parts = /\/(assets\/(beside-chat|attach-menu)-|api\/config$)/;
  await page.route(parts, (route) => route.abort());
  await goToChat(page, ['Grace Wanjiru']);
  await page.getByRole('textbox', { name: 'Type a message' }).fill('Half a thought');
  const opened = [
    ['Start a new chat', page.getByRole('dialog', { name: 'Start New Chat' })],
    ['Add an attachment', page.getByRole('menu')],
    ['Chat Info', page.getByRole('complementary', { name: 'Chat Info' })],
  ] as const;
  for (const [name, part] of opened) {
    await page.getByRole('button', { name, exact: true }).click();
    await tells(page, 'This could not be opened. Please try again.');
    await expect(part).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Type a message' })).toHaveValue('Half a thought');
  }

  await page.unroute(parts);
  for (const [name, part] of opened) {
    await untilItIsThere(part, () => page.getByRole('button', { name, exact: true }).click({ timeout: 3000 }));
    await pressEscape(page);
  }
  await expect(page.getByRole('textbox', { name: 'Type a message' })).toHaveValue('Half a thought');
  expect(await hasStyles(page, 'style-')).toBe(true);
});

test('the search in messages, opened without a network, is there when the network is back', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  // Otherwise it may be loaded early.
  const parts = /\/assets\/beside-chat-/;
  await page.route(parts, (route) => route.abort());
  await goToChat(page, ['Grace Wanjiru']);
  await say(page, 'The boats are back');
  await context.setOffline(true);
  await page.getByRole('searchbox').first().fill('boats');
  await tells(page, 'This could not be opened. Please try again.');
  await expect(page.getByRole('article').filter({ hasText: 'The boats are back' })).toBeVisible();
  await page.unroute(parts);
  await context.setOffline(false);
  const found = page.getByRole('heading', { name: 'Messages' });
  await untilItIsThere(found, () => page.getByRole('searchbox').first().fill('boats'));
});

test('news comes live although its code could not be loaded at first, and nothing that is being written is lost', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Grace Wanjiru', { expected: networkAway, blank: true });
  await goToChat(ruth.page, ['Grace Wanjiru']);
  await say(ruth.page, 'Are you there?');
  const parts = /\/(assets\/socket-io-|api\/config$)/;
  await page.route(parts, (route) => route.abort());
  await openChat(page, 'Ruth Adeyemi');
  await page.getByRole('textbox', { name: 'Type a message' }).fill('Half a thought');
  const note = page.getByText('Live updates are paused.');
  await expect(note).toBeVisible();

  await page.unroute(parts);
  await expect(note).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Type a message' })).toHaveValue('Half a thought');
  await say(ruth.page, 'I am, too');
  await expect(page.getByRole('article').filter({ hasText: 'I am, too' })).toBeVisible();
});

for (const file of ['early-*.js', 'start-*.js', 'style-*.css'])
  test(`a page that cannot load its own ${file} starts by itself as soon as it can`, async ({ signedIn }) => {
    const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
    await page.route(`**/assets/${file}`, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.goto('/chat');
    await failed;
    const startsAgain = page.waitForEvent('load');
    await page.unroute(`**/assets/${file}`);
    await startsAgain;
    await expect(page.getByRole('heading', { name: 'Chat', exact: true })).toBeVisible();
    await expect.poll(() => hasStyles(page, 'style-')).toBe(true);
  });

test('a page that fails although its files can be had loads itself again ever more rarely', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: /MIME type/, blank: true });
  // Browsers do not run a script that is served as another type.
  await page.route('**/assets/early-*.js', (route) => route.fulfill({ contentType: 'text/plain', body: '' }));
  await page.clock.install({ time: '2026-11-27T08:00:00Z' });
  await page.clock.pauseAt('2026-11-27T08:00:01Z');
  // Counts what the page requests before it reloads itself.
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    Object.assign(globalThis, { asks: 0 });
    globalThis.fetch = (...asked) => {
      (globalThis as unknown as { asks: number }).asks += 1;
      return fetch(...asked);
    };
  });
  const asks = () => page.evaluate(() => (globalThis as unknown as { asks: number }).asks);
  const fails = page.waitForEvent('load');
  await page.goto('/chat');
  await fails;
  for (const pause of [2_000, 4_000, 8_000]) {
    await page.clock.runFor(pause - 1);
    expect(await asks()).toBe(0);
    const again = page.waitForEvent('load');
    await page.clock.runFor(1);
    await again;
  }
  await page.unroute('**/assets/early-*.js');
  await page.clock.resume();
  await page.clock.runFor(16_000);
  await expect(page.getByRole('heading', { name: 'Chat', exact: true })).toBeVisible();
});

test('a page whose preloads are reported as failed, as Firefox does, is not loaded again while it works', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.clock.install();
  await page.addInitScript(() => {
    // Before the page is complete, as when its files come from the device.
    new MutationObserver(() => {
      for (const link of document.querySelectorAll('link[rel="modulepreload"]')) link.dispatchEvent(new Event('error'));
    }).observe(document, { childList: true, subtree: true });
  });
  await goToChat(page, ['Grace Wanjiru']);
  await mark(page);
  await page.clock.runFor(60_000);
  await say(page, 'The nets are mended');
  await isStored(page, 'The nets are mended');
  await isAsItWas(page);
});

test('pages open although the browser’s cache of their files is broken, or never answers', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { keepsPages: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const isBroken of [true, false]) {
    await workerOf(context).evaluate((rejects) => {
      const fails = () => (rejects ? Promise.reject(new Error('broken')) : new Promise<never>(() => {}));
      Object.assign(CacheStorage.prototype, { open: fails, has: fails, match: fails });
    }, isBroken);
    await page.goto('/groups');
    await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
  }
});

test('a fault in the frame around the pages leaves words, and a way to load the page again', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: /broken/, blank: true });
  const breaks = () => {
    const fails = () => {
      throw new Error('broken');
    };
    if (!sessionStorage.getItem('works')) Object.assign(navigator, { setAppBadge: fails, clearAppBadge: fails });
  };
  await page.addInitScript(breaks);
  await page.goto('/groups');
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('works', 'yes'));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
});

/** The browser's messages about files that an update has deleted. */
const deleted = /status of 404|Failed to fetch dynamically imported module/;

/** As after an update: the server answers, and does not have this part of the page any more. */
const takeAway = (page: Page, part: string) =>
  page.route(`**/assets/${part}-*`, (route) => route.fulfill({ status: 404, json: { error: 'no such file' } }));

const updated = 'There is a newer version. Please send or save what you have begun, then try again.';
const info = (page: Page) => page.getByRole('button', { name: 'Chat Info' });

test('where a part is gone the page loads itself again, but not while chosen files would be lost', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { expected: deleted, blank: true });
  await takeAway(page, 'beside-chat');
  await goToChat(page, ['Grace Wanjiru']);
  await attach(page, 'GIF / Photo', [picture('harbour.png')]);
  const photo = page.getByRole('button', { name: 'Remove harbour.png' });
  await expect(photo).toBeVisible();
  await mark(page);
  await info(page).click();
  await tells(page, updated);
  await isAsItWas(page);
  await photo.click();
  await info(page).click();
  await isLoadedAgain(page);
  await expect(box(page)).toBeVisible();
});

test('a part that is gone interrupts no upload', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { expected: deleted, blank: true });
  await takeAway(page, 'beside-chat');
  await goToChat(page, ['Grace Wanjiru']);
  await attach(page, 'File', [file('minutes.txt')]);
  const sent = await held(page, '**/attachment?*', 'POST');
  await send(page).click();
  await sent.come;
  await mark(page);
  await info(page).click();
  await tells(page, updated);
  await isAsItWas(page);
  await sent.letGo();
  await nothingWaits(page);
  await info(page).click();
  await isLoadedAgain(page);
});

test('a part that is gone takes away no words for which the device has no room', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { expected: deleted, blank: true });
  await takeAway(page, 'beside-chat');
  await goToChat(page, ['Grace Wanjiru']);
  await box(page).fill('Half');
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, text: string) {
      if (this === localStorage) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      setItem.call(this, key, text);
    };
  });
  await box(page).fill('Half a thought');
  await mark(page);
  await info(page).click();
  await tells(page, updated);
  await isAsItWas(page);
  await say(page, 'Half a thought');
  await nothingWaits(page);
  await info(page).click();
  await isLoadedAgain(page);
});

test('where a whole page is gone, chosen files are still in their chat', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { expected: deleted, blank: true });
  await takeAway(page, 'groups-page');
  await goToChat(page, ['Grace Wanjiru']);
  await attach(page, 'GIF / Photo', [picture('harbour.png')]);
  const photo = page.getByRole('button', { name: 'Remove harbour.png' });
  await expect(photo).toBeVisible();
  await mark(page);
  const groups = page.getByRole('link', { name: 'Groups' });
  await groups.click();
  await expect(page.getByText('Please go back and send or save what you have started')).toBeVisible();
  await isAsItWas(page);
  await page.goBack();
  await photo.click();
  await groups.click();
  await isLoadedAgain(page);
  const again = page.getByRole('button', { name: 'Reload' });
  await expect(again).toBeVisible();
  await page.unroute('**/assets/groups-page-*');
  await again.click();
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
});
