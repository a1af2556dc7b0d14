import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { isLoadedAgain, mark } from './helpers/loaded-again.ts';
import { look, newVersionIsInCharge, publishNewVersion, toVersion, watchVersions } from './helpers/versions.ts';
import { networkAway } from './helpers/watch.ts';

test('a page on its first visit does without a network, and makes way for a new version', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { keepsPages: true, expected: networkAway, blank: true });
  await watchVersions(context);
  await page.goto('/home');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Common Resources' }).click();
  await expect(page.getByRole('heading', { name: 'Common Resources' })).toBeVisible();
  await context.setOffline(false);

  await publishNewVersion(page);
  await mark(page);
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);
  await newVersionIsInCharge(page);
  await isLoadedAgain(page);
});
