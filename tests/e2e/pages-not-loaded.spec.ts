import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { networkAway } from './helpers/watch.ts';

test('a page whose code has not been loaded says that it waits for the network, and is there when it is back', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  // Otherwise it may be loaded early.
  const parts = /\/assets\/groups-page-/;
  await page.route(parts, (route) => route.abort());
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByRole('heading', { name: 'This page has not been loaded yet' })).toBeVisible();
  await expect(page.getByText('You’re offline. This will load when you’re back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
  await page.unroute(parts);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible();
  await expect(page.getByRole('main').getByText('All Staff')).toBeVisible();
});
