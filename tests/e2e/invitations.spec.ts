import { expect, type Page } from '@playwright/test';
import { test } from './base.ts';

const open = (page: Page) => page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem');
const addresses = Array.from({ length: 500 }, (_, index) => `guest${1000 + index}@base.example`);

test('one of five hundred open invitations is found, by its page and by searching for it', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi');
  await page.goto('/admin/invitations');
  await page.getByLabel('People as CSV').fill(['email', ...addresses].join('\n'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Invite 500 people' }).click();
  await expect(page.getByText('500 invitations')).toBeVisible();
  await expect(open(page)).toHaveCount(50);
  await expect(page.getByText('1 to 50 of 500')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('51 to 100 of 500')).toBeVisible();
  await expect(open(page).first()).toContainText('guest1050@base.example');

  const search = page.getByRole('searchbox', { name: 'Search invitations...' });
  await search.fill('guest1499');
  await expect(page.getByText('1 invitation', { exact: true })).toBeVisible();
  await expect(open(page)).toHaveText([/guest1499@base\.example/]);
  await page.getByRole('button', { name: 'Withdraw the invitation of guest1499@base.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('No invitations found')).toBeVisible();
  await search.fill('');
  await expect(page.getByText('499 invitations')).toBeVisible();
});
