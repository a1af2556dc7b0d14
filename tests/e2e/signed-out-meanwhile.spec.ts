import { expect, type Page } from '@playwright/test';
import { signIn, signInButton, test } from './helpers/base.ts';
import { tells } from './helpers/toasts.ts';
import { signedOut } from './helpers/watch.ts';

/** The session ends as by its age, and the page learns of it when it makes this call. */
async function sessionExpires(page: Page, address: string): Promise<void> {
  await page.context().clearCookies();
  const answer = { status: 401, json: { error: 'Please sign in.', code: 'unauthenticated' } };
  await page.route(address, (route) => route.fulfill(answer), { times: 1 });
}

/** What is entered into forms, as the device stores it. */
const inputsOnDevice = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('input:') ? [text] : [])));

test('what is edited in the profile is there when one has signed in anew, and not for others', async ({ signedIn }) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: signedOut, blank: true });
  await page.goto('/profile');
  await page.getByLabel('Display Name').fill('Grace W.');
  await page.getByLabel('Phone').fill('4155550123');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await sessionExpires(page, '**/api/update-profile');
  await save.click();
  await tells(page, 'Failed to update profile');
  await signIn(page, 'Grace Wanjiru');
  await expect(page.getByLabel('Display Name')).toHaveValue('Grace W.');
  await expect(page.getByLabel('Phone')).toHaveValue('(415) 555-0123');

  await sessionExpires(page, '**/api/update-profile');
  await save.click();
  await signIn(page, 'Kim Ha-eun');
  await expect(page.getByLabel('Display Name')).toHaveValue('Kim Ha-eun');
  await expect(save).toBeDisabled();
  await expect.poll(() => inputsOnDevice(page)).toEqual([]);
});

test('what is edited in the profile is gone from the device when it is saved, and when one logs out', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: signedOut, blank: true });
  await page.goto('/profile');
  const phone = page.getByLabel('Phone');
  await phone.fill('4155550123');
  await expect.poll(() => inputsOnDevice(page)).toEqual(['{"phone":"4155550123"}']);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await tells(page, 'Profile updated successfully!');
  await expect.poll(() => inputsOnDevice(page)).toEqual([]);
  await phone.fill('4155550177');
  await expect.poll(() => inputsOnDevice(page)).toEqual(['{"phone":"4155550177"}']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(page)).toBeVisible();
  expect(await inputsOnDevice(page)).toEqual([]);
});

test('a list of people to invite is there when one has signed in anew', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: signedOut, blank: true });
  await page.goto('/admin/invitations');
  const list = page.getByLabel('People as CSV');
  await list.fill('email\nthird@base.example');
  await sessionExpires(page, '**/api/invitations');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await signIn(page, 'Ruth Adeyemi');
  await expect(list).toHaveValue('email\nthird@base.example');
});
