import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { addGroup, rowOf } from './helpers/console.ts';
import { phone } from './helpers/phone.ts';
import { tells } from './helpers/toasts.ts';
import { noAdmin } from './helpers/watch.ts';

async function manage(page: Page, name: string) {
  await page.getByRole('button', { name: `Manage groups of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  await expect(dialog.getByRole('checkbox', { name: 'All Staff' })).toBeDisabled();
  await expect(dialog.getByRole('checkbox', { name: 'All Staff' })).toBeChecked();
  return dialog;
}

test('an admin makes another one, who gets the console at once and loses it at once', async ({ signedIn }) => {
  const ben = await signedIn('Ben Boyd', { expected: noAdmin });
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await ruth.page.goto('/admin');
  await ruth.page.getByRole('button', { name: 'Make admin: Ben Boyd' }).click();
  await tells(ruth.page, 'Ben Boyd is now a admin');
  await expect(rowOf(ruth.page, 'Ben Boyd').getByRole('cell', { name: 'admin', exact: true })).toBeVisible();

  await tells(ben.page, 'You now have admin access!');
  await ben.page.getByRole('link', { name: 'Admin Console' }).click();
  await expect(ben.page.getByRole('button', { name: 'Make member: Ruth Adeyemi' })).toBeVisible();
  await expect(ben.page.getByRole('button', { name: /^Make .*: Ben Boyd$/ })).toHaveCount(0);

  await ruth.page.getByRole('button', { name: 'Make member: Ben Boyd' }).click();
  await tells(ruth.page, 'Ben Boyd is now a member');
  await ben.page.waitForURL('**/home');
  await expect(ben.page.getByRole('link', { name: 'Admin Console' })).toHaveCount(0);
});

test('groups are made, given, renamed and deleted, and whoever is in them sees it live', async ({ signedIn }) => {
  const ben = await signedIn('Ben Boyd', { blank: true });
  await ben.page.goto('/groups');
  const listed = ben.page.getByRole('main').getByRole('listitem');
  await expect(listed).toHaveText(['All Staff']);

  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 409/, blank: true });
  await page.goto('/admin');
  const dialog = await manage(page, 'Ben Boyd');
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await tells(page, 'Group name cannot be empty.');
  await addGroup(page, 'Kitchen');
  await tells(page, 'Group created!');
  await dialog.getByLabel('New group name').fill('ALL  staff');
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await tells(page, 'Failed to create group.');
  await expect(dialog.getByText('There is already a group with this name.')).toBeVisible();

  await dialog.getByRole('checkbox', { name: 'Kitchen' }).check();
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await tells(page, 'User groups updated!');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Ben Boyd').getByRole('listitem')).toHaveText(['All Staff', 'Kitchen']);
  await expect(listed).toHaveText(['All Staff', 'Kitchen']);

  await manage(page, 'Ben Boyd');
  await dialog.getByRole('button', { name: 'Edit Kitchen' }).click();
  await dialog.getByLabel('Group name', { exact: true }).fill('\u2060');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await tells(page, 'Group name cannot be empty.');
  await dialog.getByLabel('Group name', { exact: true }).fill('Galley');
  await dialog.getByRole('checkbox', { name: 'Private' }).first().check();
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await tells(page, 'Group settings updated!');
  await expect(listed).toHaveText(['All Staff', 'Galley']);

  await dialog.getByRole('button', { name: 'Delete Galley' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the group “Galley”?' });
  await question.getByRole('button', { name: 'Delete group' }).click();
  await tells(page, 'Group deleted.');
  await expect(dialog.getByRole('checkbox', { name: 'Galley' })).toHaveCount(0);
  await expect(listed).toHaveText(['All Staff']);
});

test('people are found, sorted and filtered by group, on a phone too', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Tevita Fifita');
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await page.goto('/admin');
  const names = page.getByRole('button', { name: /^Manage groups of/ });
  await expect(page.getByText(/^Showing ([3-9]|\d\d) user\(s\)$/)).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search users...' }).fill('tevita');
  await expect(page.getByText('Showing 1 user(s)')).toBeVisible();
  await expect(names).toHaveCount(1);
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('searchbox').fill('');

  await page.getByLabel('Sort by').selectOption('Role');
  await expect(names.first()).toHaveAccessibleName('Manage groups of Ruth Adeyemi');

  await manage(page, 'Ben Boyd');
  await addGroup(page, 'Boats');
  await page.getByRole('checkbox', { name: 'Boats', exact: true }).check();
  await page.getByRole('button', { name: 'Save groups' }).click();
  await page.getByLabel('Filter by group').selectOption('Boats');
  await expect(page.getByText('Showing 1 user(s)')).toBeVisible();
  await expect(names).toHaveAccessibleName('Manage groups of Ben Boyd');
});

test('a list whose first answer is older than a change shows the change', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  const [socket] = await Promise.all([page.waitForEvent('websocket'), page.goto('/admin')]);
  const dialog = await manage(page, 'Ben Boyd');
  await addGroup(page, 'Garden');
  await dialog.getByRole('checkbox', { name: 'Garden' }).check();

  const saved = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  await page.route('**/api/users?*group=Garden*', async (route) => {
    const response = await route.fetch();
    asked.resolve(undefined);
    await saved.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('Filter by group').selectOption('Garden');
  await asked.promise;
  const told = socket.waitForEvent('framereceived', ({ payload }) => payload.includes('"usersChanged"'));
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await tells(page, 'User groups updated!');
  await told;
  saved.resolve(undefined);
  await expect(rowOf(page, 'Ben Boyd')).toBeVisible();
  await expect(page.getByText('Showing 1 user(s)')).toBeVisible();
});
