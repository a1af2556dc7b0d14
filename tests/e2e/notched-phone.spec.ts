import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { goToChat, isStored, say } from './helpers/chat.ts';

/** A phone held sideways, by its size and the room that its notch and its rounded corners take, in CSS pixels. */
const sideways = { size: { width: 844, height: 390 }, touch: true } as const;
const insets = { left: 47, right: 47, bottom: 21, top: 0 };
/** The background of a button or link may reach this far beyond its words. */
const ground = 8;

/** What is to be read or pressed, but reaches into the unsafe area. */
const unsafe = (page: Page) =>
  page.evaluate(
    ({ left, right, ground }) => {
      const readOrPressed = 'a, button, input:not([type=file]), textarea, h1, h2, h3, p:not(:empty), time, label';
      const things = [...document.querySelectorAll(readOrPressed)];
      const seen = things.filter((thing) => {
        const box = thing.getBoundingClientRect();
        const shown = box.width > 2 && box.height > 2 && thing.checkVisibility({ opacityProperty: true });
        return shown && (box.left < left - ground || box.right > innerWidth - right + ground);
      });
      return seen.map((thing) => thing.getAttribute('aria-label') ?? thing.textContent);
    },
    { ...insets, ground },
  );

test('on a phone held sideways, nothing is behind the notch, and it takes its room only once', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { ...sideways, blank: true });
  await signedIn('Leilani', { blank: true });
  const device = await context.newCDPSession(page);
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await goToChat(page, ['Leilani']);
  const words = 'At six';
  await say(page, words);
  await isStored(page, words);
  expect(await unsafe(page)).toEqual([]);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect.poll(async () => (await rail.boundingBox())?.width).toBeGreaterThan(70);
  const line = page.getByRole('region', { name: 'Chats' }).getByRole('link').getByText(words);
  expect(await line.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the last message is read').toBe(true);
  await page.getByRole('button', { name: 'Chat Info' }).tap();
  await expect(page.getByRole('complementary', { name: 'Chat Info' })).toBeVisible();
  await expect.poll(() => unsafe(page)).toEqual([]);
  for (const path of ['/home', '/groups', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await unsafe(page), path).toEqual([]);
  }
});
