import { expect } from '@playwright/test';
import { oldestBrowsers } from '../../web/build/oldest-browsers.ts';
import { newerApis, takeAway } from '../support/newer-apis.ts';
import { test } from './helpers/base.ts';
import { goToChat, isStored, say } from './helpers/chat.ts';
import { attach, fileLink, document as file, picture, send } from './helpers/files.ts';
import { pathsInMenu } from './helpers/pages-in-menu.ts';
import { networkAway } from './helpers/watch.ts';

test('whoever has one of the oldest browsers talks, sends files, finds people and sees every page', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page, context } = await signedIn('Ruth Adeyemi', { blank: true });
  // Without this one, which Safari lacks, the tests could not wait until a page has settled.
  const taken = newerApis(oldestBrowsers).filter(({ member }) => member?.name !== 'requestIdleCallback');
  await context.addInitScript(takeAway, taken);

  await goToChat(page, ['Grace Wanjiru']);
  expect(await page.evaluate(() => 'parse' in URL)).toBe(false);
  await say(page, 'The rota: https://rota.example/week');
  await isStored(page, 'The rota');
  await expect(page.getByRole('link', { name: 'https://rota.example/week', exact: true })).toBeVisible();
  await attach(page, 'GIF / Photo', [picture('harbour.png')]);
  await attach(page, 'File', [file('minutes.txt')]);
  await send(page).click();
  await expect(page.getByRole('log').getByRole('img', { name: 'harbour.png' })).toBeVisible();
  await expect(fileLink(page)).toBeVisible();

  for (const path of pathsInMenu) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/admin');
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('grace');
  await expect(page.getByText('Showing 1 user(s)')).toBeVisible();
});

test('a browser that is too old to run the product says so', async ({ openBrowser }) => {
  const { page } = await openBrowser({ expected: networkAway });
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('This browser is too old for Koinonia.')).toBeVisible();
});

test('a browser that may store nothing says so', async ({ openBrowser }) => {
  const { page } = await openBrowser({ expected: /uncaught: / });
  // As where site data is blocked.
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    }),
  );
  await page.goto('/');
  await expect(page.getByText('Please allow cookies and data for this site')).toBeVisible();
});
