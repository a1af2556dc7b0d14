import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { rowOf } from './helpers/console.ts';
import { held } from './helpers/held-answers.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const waits = 'You’re offline. This will load when you’re back.';

test('what was found before does not stand for another search that waits for the network', async ({
  signedIn,
  joined,
}) => {
  await joined('Kim Ha-eun');
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const csv = 'email\nkahananui.guest@base.example';
  await call(page, 'POST', '/api/invitations', { csv, dryRun: false });

  await page.goto('/admin');
  const search = page.getByRole('searchbox');
  await search.fill('kim');
  await expect(rowOf(page, 'Kim Ha-eun')).toBeVisible();
  await context.setOffline(true);
  await search.fill('nobody of this name');
  await expect(page.getByText(waits)).toBeVisible();
  await expect(rowOf(page, 'Kim Ha-eun')).toBeHidden();
  await expect(page.getByText(/^Showing/)).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByText('No users found')).toBeVisible();

  await page.getByRole('link', { name: 'Invitations' }).click();
  const invited = page.getByText('kahananui.guest@base.example');
  await search.fill('kahananui');
  await expect(invited).toBeVisible();
  await context.setOffline(true);
  await search.fill('no such guest');
  await expect(page.getByText(waits)).toBeVisible();
  await expect(invited).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByText(waits)).toBeHidden();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('The log is complete')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'invited' }).first()).toBeVisible();
  await context.setOffline(true);
  await search.fill('no such entry');
  await expect(page.getByText(waits)).toBeVisible();
  await expect(page.getByRole('cell', { name: 'invited' })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(waits)).toBeHidden();
});

test('while another search is under way, nothing of the one before can be clicked', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  await expect(rowOf(page, 'Grace Wanjiru')).toBeVisible();
  const slow = await held(page, /\/api\/users\?.*search=ruth/, 'GET');
  await page.getByRole('searchbox').fill('ruth');
  await slow.come;
  const press = rowOf(page, 'Grace Wanjiru').getByRole('button', { name: /^Make admin/ });
  await expect(press).toHaveCSS('pointer-events', 'none');
  await slow.letGo();
  await expect(rowOf(page, 'Grace Wanjiru')).toBeHidden();
  await expect(rowOf(page, 'Ruth Adeyemi').getByRole('button').last()).not.toHaveCSS('pointer-events', 'none');
});

test('a part of the console that is opened without a network waits for it, and says so', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  // Their code is on the device, and no list.
  for (const part of ['', '/audit', '/invitations']) {
    await page.goto(`/admin${part}`);
    await expect(page.getByRole('searchbox')).toBeVisible();
  }
  await page.goto('/admin/deleted-groups');
  await expect(page.getByText(/No group was deleted|Can be restored/).first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByText(waits)).toBeVisible();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText(waits)).toHaveCount(2);
  await expect(page.getByText('The log could not be checked')).toHaveCount(0);
  await page.getByRole('link', { name: 'Invitations' }).click();
  await page.getByLabel('People as CSV').fill('email\nguest@base.example');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await tells(page, 'The list could not be checked. Nobody was invited.');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(rowOf(page, 'Ruth Adeyemi')).toBeVisible();
});

test('“Try again” shows that it is being tried', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 503/, blank: true });
  const people = /\/api\/users\?/;
  const free = Promise.withResolvers<void>();
  let isAway = true;
  await page.route(people, async (route) => {
    if (isAway) return route.fulfill({ status: 503 });
    await free.promise;
    await route.fallback();
  });
  await page.goto('/admin');
  await expect(page.getByText('The users could not be loaded.')).toBeVisible();
  isAway = false;
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(again).toBeDisabled();
  await expect(again).toBeFocused();
  free.resolve();
  await expect(rowOf(page, 'Ruth Adeyemi')).toBeVisible();
});
