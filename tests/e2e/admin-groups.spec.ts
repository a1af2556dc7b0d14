import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { held } from './helpers/held-answers.ts';
import { settled } from './helpers/settled.ts';
import { tells, toldOn } from './helpers/toasts.ts';

test('of a log that one page shows as a whole, nothing older is offered', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  const make = (number: number) => call(page, 'POST', '/api/groups', { name: `Circle ${number}` });
  for (let number = 1; number <= 50; number += 1) await make(number);
  await page.goto('/admin/audit?search=Circle');
  await expect(page.getByText('50 entries')).toBeVisible();
  const older = page.getByRole('button', { name: 'Show older entries' });
  await expect(page.getByRole('row')).toHaveCount(51);
  await expect(older).toHaveCount(0);

  await make(51);
  await expect(page.getByText('51 entries')).toBeVisible();
  await older.click();
  await expect(page.getByRole('row')).toHaveCount(52);
  await expect(older).toHaveCount(0);
});

test('a group that is renamed stays ticked for whoever is in it, and a reason goes with the name that it is about', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true, expected: /status of 409/ });
  const { id } = (await call(page, 'POST', '/api/groups', { name: 'Kettle' })) as { id: string };
  const { uid } = (await call(page, 'GET', '/api/me')) as { uid: string };
  await call(page, 'PATCH', `/api/users/${uid}`, { addToGroups: [id] });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  const row = page.locator('tr').filter({ hasText: 'Ruth Adeyemi' });
  const reason = dialog.getByText('There is already a group with this name.');
  await expect(dialog.getByRole('checkbox', { name: 'Kettle' })).toBeChecked();

  await dialog.getByRole('button', { name: 'Edit Kettle' }).click();
  const name = dialog.getByLabel('Group name', { exact: true });
  await name.fill('all staff');
  await name.press('Enter');
  await expect(reason).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Teapot');
  await expect(reason).toBeHidden();
  await expect(name).toHaveAttribute('aria-invalid', 'false');

  // The list of people takes long, however often it is asked for.
  const free = Promise.withResolvers<void>();
  await page.route(/\/api\/users\?/, async (route) => {
    await free.promise;
    await route.fallback();
  });
  await name.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Teapot' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Teapot' })).toBeChecked();
  free.resolve();
  await expect(row.locator('li')).toHaveText(['All Staff', 'Teapot']);
  await expect(dialog.getByRole('checkbox', { name: 'Teapot' })).toBeChecked();

  const newName = dialog.getByLabel('New group name');
  await newName.fill('teapot');
  await newName.press('Enter');
  await expect(reason).toBeVisible();
  await newName.fill('Teapots');
  await expect(reason).toBeHidden();
});

test('a new group that is begun, and one that is being changed, stay when the groups of a person are saved', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  for (const name of ['Bakery', 'Stables']) await call(page, 'POST', '/api/groups', { name });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  const bakery = dialog.getByRole('checkbox', { name: 'Bakery' });
  const save = dialog.getByRole('button', { name: 'Save groups' });
  const newName = dialog.getByLabel('New group name');
  await newName.fill('Bees');
  await bakery.check();
  await save.click();
  await tells(page, 'User groups updated!');
  await settled(page);
  await expect(newName).toHaveValue('Bees');

  await newName.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Bees' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Edit Stables' }).click();
  const name = dialog.getByLabel('Group name', { exact: true });
  await name.fill('Stalls');
  await bakery.uncheck();
  await save.click();
  await tells(page, 'User groups updated!');
  await settled(page);
  await expect(name).toHaveValue('Stalls');

  // As it is already: nothing would be lost.
  await name.fill('Stables');
  await bakery.check();
  await save.click();
  await expect(dialog).toBeHidden();
});

test('a group that another admin has deleted at the same time counts as deleted', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true, expected: /status of 404/ });
  await call(page, 'POST', '/api/groups', { name: 'Greenhouse' });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  await page.getByRole('button', { name: 'Delete Greenhouse' }).click();
  await page.route('**/api/groups/*', async (route) => {
    if (route.request().method() === 'DELETE') await route.fetch();
    await route.fallback();
  });
  await page.getByRole('dialog', { name: 'Delete the group' }).getByRole('button', { name: 'Delete group' }).click();
  await tells(page, 'Group deleted');
  await expect(page.getByRole('button', { name: 'Delete Greenhouse' })).toHaveCount(0);
  expect(await toldOn(page)).toEqual([]);
});

test('whoever has changed a group is at its pencil, and after deleting one at the list', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  for (const name of ['Attic', 'Cellar']) await call(page, 'POST', '/api/groups', { name });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  const edit = (group: string) => dialog.getByRole('button', { name: `Edit ${group}` });
  const name = dialog.getByLabel('Group name', { exact: true });
  await edit('Attic').press('Enter');
  await name.fill('Loft');
  await name.press('Enter');
  await expect(name).toBeHidden();
  await settled(page);
  await expect(edit('Loft')).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).first().press('Enter');
  await expect(name).toBeHidden();
  await settled(page);
  await expect(edit('Loft')).toBeFocused();

  await dialog.getByRole('button', { name: 'Delete Loft' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete the group “Loft”?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete group' }).press('Enter');
  await expect(edit('Loft')).toHaveCount(0);
  await settled(page);
  await expect(dialog.getByRole('list', { name: 'Groups of Ruth Adeyemi' })).toBeFocused();
  await expect(edit('Cellar')).toBeVisible();

  // Whoever has gone on meanwhile is not taken back.
  await edit('Cellar').press('Enter');
  const saving = await held(page, '**/api/groups/*', 'PATCH');
  await name.fill('Vault');
  await name.press('Enter');
  await saving.come;
  const newName = dialog.getByLabel('New group name');
  await newName.focus();
  await saving.letGo();
  await expect(name).toBeHidden();
  await settled(page);
  await expect(newName).toBeFocused();
});
