import { expect, type Page } from '@playwright/test';
import { test } from './base.ts';

/** The address of the built page's parts. */
const parts = '**/assets/*.js';
/** The browser complains about each part that cannot be loaded. */
const expected = /Failed to (load resource|fetch)|dynamically imported module|error loading/i;

const isTheSamePage = (page: Page) => page.evaluate(() => 'isTheSamePage' in window);
const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { isTheSamePage: true }));
const goToProfile = (page: Page) => page.getByRole('link', { name: 'Profile' }).first().click();

test('a page whose parts are gone, because a new version came, starts over where one wanted to go', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected });
  await markPage(page);
  await page.route(parts, async (route) => {
    if (await isTheSamePage(page).catch(() => false)) await route.fulfill({ status: 404, body: '' });
    else await route.continue();
  });
  await goToProfile(page);
  await expect(page.getByLabel('Display Name')).toBeVisible();
  expect(await isTheSamePage(page)).toBe(false);
});

test('while the server is away the page stays, and says that something does not work', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected });
  await markPage(page);
  await page.route(parts, (route) => route.abort());
  await page.route('**/api/config', (route) => route.abort());
  await goToProfile(page);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(await isTheSamePage(page)).toBe(true);
});
