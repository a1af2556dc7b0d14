import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, uidOf } from './helpers/calls.ts';
import { held } from './helpers/held-answers.ts';
import { settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';

const adminLink = (page: Page) => page.getByRole('link', { name: 'Admin Console' });

test('a role that one is given while one’s profile is being saved stays when the answer comes', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Grace Wanjiru');
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const uid = await uidOf(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  const saving = await held(page, '**/api/update-profile', 'POST');
  await page.getByLabel('Phone').fill('+254 700 123456');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await saving.come;
  await call(ruth.page, 'PATCH', `/api/users/${uid}`, { role: 'admin' });
  await tells(page, 'You now have admin access!');
  await saving.letGo();
  await tells(page, 'Profile updated successfully!');
  await settled(page);
  await expect(adminLink(page)).toBeVisible();
});

test('an answer that comes late takes back no newer name', async ({ signedIn }) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await page.goto('/profile');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const saving = await held(page, '**/api/update-profile', 'POST');
  await page.getByLabel('Display Name').fill('Tevita F.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await saving.come;
  // On another device.
  await call(page, 'POST', '/api/update-profile', { displayName: 'Tevita Fifita Jr.' });
  await expect(sidebar).toContainText('Tevita Fifita Jr.');
  await saving.letGo();
  await tells(page, 'Profile updated successfully!');
  await settled(page);
  await expect(sidebar).toContainText('Tevita Fifita Jr.');
});

test('what is typed in the middle of a field that stays on other pages is there where it was typed', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  const typesInTheMiddle = async (label: string) => {
    const field = page.getByLabel(label);
    await field.fill('Margret');
    await field.press('ArrowLeft');
    await field.press('ArrowLeft');
    await field.press('ArrowLeft');
    await page.keyboard.type('ga');
    await expect(field).toHaveValue('Marggaret');
  };
  await page.goto('/profile');
  await typesInTheMiddle('Display Name');
  await page.goto('/admin/invitations');
  await typesInTheMiddle('People as CSV');
});
