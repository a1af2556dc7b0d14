import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { haveBack, pressBack } from './helpers/back-button.ts';
import { test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { held } from './helpers/held-answers.ts';
import { phone } from './helpers/phone.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const more = (page: Page) => page.getByRole('button', { name: 'More actions for Ruth Adeyemi' });
const item = (page: Page) => page.getByRole('menuitem', { name: 'Show in audit log' });

const invitations = (page: Page) => page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem');
const guests = Array.from({ length: 500 }, (_, index) => `guest${1000 + index}@base.example`);

test('somebody in many groups takes little room until all are wanted; the console says when it is offline', async ({
  signedIn,
  joined,
}) => {
  await joined('Tevita Fifita');
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const groups = ['Anchor', 'Boats', 'Choir', 'Deck', 'Engine', 'Flags'].map((name) => `Crew of ${name}`);
  for (const name of groups) await call(page, 'POST', '/api/groups', { name });
  const [tevita] = (await call(page, 'GET', '/api/users?search=tevita')) as [{ uid: string }];
  await call(page, 'PATCH', `/api/users/${tevita.uid}`, { groups });

  await page.goto('/admin');
  await page.getByRole('searchbox').fill('tevita');
  const row = page.getByRole('row').filter({ hasText: 'Tevita Fifita' });
  await expect(row.getByRole('listitem')).toHaveText(['All Staff', ...groups.slice(0, 2)]);
  await page.emulateMedia({ media: 'print' });
  await expect(row.getByRole('listitem')).toHaveText(['All Staff', ...groups]);
  await page.emulateMedia({ media: 'screen' });
  await expect(row.getByRole('listitem')).toHaveText(['All Staff', ...groups.slice(0, 2)]);
  await row.getByRole('button', { name: '4 more groups of Tevita Fifita' }).press('Enter');
  await expect(row.getByRole('listitem')).toHaveText(['All Staff', ...groups]);
  await expect(row.getByRole('button', { name: 'Show fewer groups of Tevita Fifita' })).toBeFocused();

  const offline = page.getByText('You’re offline. As last loaded.');
  await expect(offline).toBeHidden();
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(offline).toBeHidden();
});

test('the focus stays on the button that was refused', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 409/, blank: true });
  const { id } = (await call(page, 'POST', '/api/groups', { name: 'Back and forth' })) as { id: string };
  await call(page, 'DELETE', `/api/groups/${id}`);
  await call(page, 'POST', '/api/groups', { name: 'BACK and forth' });
  await page.goto('/admin/deleted-groups');
  const again = page.getByRole('button', { name: 'Restore Back and forth' });
  await again.press('Enter');
  await expect(page.getByText('Another group has this name now.')).toBeVisible();
  await expect(again).toBeEnabled();
  await expect(again).toBeFocused();
});

test('what is typed and ticked while something is being saved is still there when it is saved', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  for (const name of ['Orchard', 'Harvest']) await call(page, 'POST', '/api/groups', { name });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  const newName = dialog.getByLabel('New group name');

  const making = await held(page, '**/api/groups', 'POST');
  await newName.fill('Orchestra');
  await newName.press('Enter');
  await making.come;
  await newName.fill('Ovens');
  await making.letGo();
  await tells(page, 'Group created!');
  await expect(newName).toHaveValue('Ovens');

  const saving = await held(page, '**/api/users/*', 'PATCH');
  await dialog.getByRole('checkbox', { name: 'Orchard' }).check();
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await saving.come;
  await dialog.getByRole('checkbox', { name: 'Harvest' }).check();
  await saving.letGo();
  await tells(page, 'User groups updated!');
  await expect(dialog.getByRole('checkbox', { name: 'Harvest' })).toBeChecked();
  await newName.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Ovens' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Ruth Adeyemi' });
  await expect(row.getByRole('listitem')).toHaveText(['All Staff', 'Harvest', 'Orchard']);
});

test('a name that is changed again while it is being saved is still there when it is saved', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await call(page, 'POST', '/api/groups', { name: 'Workshop' });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  const name = dialog.getByLabel('Group name', { exact: true });
  await dialog.getByRole('button', { name: 'Edit Workshop' }).click();
  const saving = await held(page, '**/api/groups/*', 'PATCH');
  await name.fill('Woodshop');
  await name.press('Enter');
  await saving.come;
  await name.fill('Wood workshop');
  await saving.letGo();
  await tells(page, 'Group settings updated!');
  await expect(name).toHaveValue('Wood workshop');
  await name.press('Enter');
  await expect(name).toBeHidden();
  await expect(dialog.getByRole('checkbox', { name: 'Wood workshop' })).toBeVisible();
});

test('a file that is not a list leaves the list that was written', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin/invitations');
  const list = page.getByLabel('People as CSV');
  await list.fill('email\nnewcomer@base.example');
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004...') });
  const fault = page.getByText('This is a spreadsheet, not a CSV file.');
  await expect(fault).toBeVisible();
  await expect(list).toHaveValue('email\nnewcomer@base.example');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByRole('button', { name: 'Invite 1 person' })).toBeVisible();
  await expect(fault).toBeHidden();
});

test("the phone's Back closes a menu of the console, and then leaves the page", async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await haveBack(page);
  await page.goto('/admin');
  await more(page).tap();
  await expect(item(page)).toBeVisible();
  await pressBack(page);
  await expect(item(page)).toBeHidden();
  await expect(page).toHaveURL(/\/admin$/);

  await more(page).tap();
  await item(page).tap();
  await expect(page).toHaveURL(/\/admin\/audit/);
});

test('an open menu stands in a region of the page, and nothing in it is in the way of anybody', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await more(page).click();
  await expect(item(page)).toBeVisible();
  // Base UI's focus guards move the focus on as soon as they get it, which axe cannot know.
  const { violations } = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
});

test('one of five hundred open invitations is found, by its page and by searching for it', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin/invitations');
  await page.getByLabel('People as CSV').fill(['email', ...guests].join('\n'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  const inviting = await held(page, '**/api/invitations', 'POST');
  await page.getByRole('button', { name: 'Invite 500 people' }).click();
  await inviting.come;
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeDisabled();
  await inviting.letGo();
  await expect(page.getByText('500 invitations')).toBeVisible();
  await expect(invitations(page)).toHaveCount(50);
  await expect(page.getByText('1 to 50 of 500')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('51 to 100 of 500')).toBeVisible();
  await expect(invitations(page).first()).toContainText('guest1050@base.example');

  const search = page.getByRole('searchbox', { name: 'Search invitations...' });
  await search.fill('guest1499');
  await expect(page.getByText('1 invitation', { exact: true })).toBeVisible();
  await expect(invitations(page)).toHaveText([/guest1499@base\.example/]);
  await page.getByRole('button', { name: 'Withdraw the invitation for guest1499@base.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('No invitations found')).toBeVisible();
  await expect(page.getByRole('status').getByText('No invitations found')).toBeVisible();
  await search.fill('');
  await expect(page.getByText('499 invitations')).toBeVisible();
  await expect(search).toBeFocused();
});

test('the focus stays on the button that was pressed, while and after it does its work', async ({
  signedIn,
  joined,
}) => {
  await joined('Kim Ha-eun');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Make admin: Kim Ha-eun' }).press('Enter');
  const back = page.getByRole('button', { name: 'Make member: Kim Ha-eun' });
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(page.getByRole('button', { name: 'Make admin: Kim Ha-eun' })).toBeFocused();
  await page.goto('/admin/audit');
  const check = page.getByRole('button', { name: 'Check again' });
  await expect(page.getByText('The log is complete')).toBeVisible();
  const checked = page.waitForResponse('**/api/audit/verify');
  await check.press('Enter');
  await checked;
  await expect(page.getByText('The log is complete')).toBeVisible();
  await expect(check).toBeFocused();
});

test('a button for a role is named after its next act only when it takes presses again', async ({
  signedIn,
  joined,
}) => {
  await joined('Kim Ha-eun');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  const row = page.getByRole('row').filter({ hasText: 'Kim Ha-eun' });
  const saving = await held(page, '**/api/users/*', 'PATCH');
  await page.getByRole('button', { name: 'Make admin: Kim Ha-eun' }).press('Enter');
  await saving.come;
  // The list is updated by an event before the answer comes.
  await expect(row.getByRole('cell', { name: 'admin', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make member: Kim Ha-eun' })).toHaveCount(0);
  await saving.letGo();
  await page.getByRole('button', { name: 'Make member: Kim Ha-eun' }).press('Enter');
  await expect(row.getByRole('cell', { name: 'member', exact: true })).toBeVisible();
});

test('the log is filtered as one types: a day by its digits, whatever their order, and words with a cursor within them', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin/audit');
  const from = page.getByLabel('From');
  await from.focus();
  await page.keyboard.type('01012020', { delay: 30 });
  await expect(from).toHaveValue('2020-01-01');
  await expect(page).toHaveURL(/from=2020-01-01/);
  // One digit too many is no year of five.
  await page.keyboard.type('6');
  await expect(from).toHaveValue(/^\d{4}-01-01$/);
  const search = page.getByRole('searchbox', { name: 'Search the log...' });
  await search.focus();
  await page.keyboard.type('jons');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('aq');
  await expect(search).toHaveValue('jonaqs');
  await expect(page).toHaveURL(/search=jonaqs/);
  await page.goto('/admin/audit?search=boats');
  await expect(search).toHaveValue('boats');
});

test('what one admin does, others see: invitations, and each line of the log', async ({ signedIn }) => {
  const { page: ruths } = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Jonas Lindqvist', { blank: true });
  // Invitations can be searched only when there are any.
  await call(ruths, 'POST', '/api/invitations', { csv: 'email\nanother@base.example', dryRun: false });
  const [jonas] = (await call(ruths, 'GET', '/api/users?search=jonas')) as [{ uid: string }];
  await call(ruths, 'PATCH', `/api/users/${jonas.uid}`, { role: 'admin' });
  const other = await page.context().newPage();
  await other.goto('/admin/audit');
  const newest = other
    .getByRole('row')
    .filter({ has: other.getByRole('cell') })
    .first();
  await expect(newest).toContainText('Ruth Adeyemi made Jonas Lindqvist an admin');
  await page.goto('/admin/invitations');
  await page.getByRole('searchbox').fill('maryam');
  await expect(invitations(page)).toHaveCount(0);
  await call(ruths, 'POST', '/api/invitations', { csv: 'email\nmaryam@base.example', dryRun: false });
  await expect(invitations(page)).toHaveText(/maryam@base.example/);
  await expect(newest).toContainText('Ruth Adeyemi invited');
  const [{ id }] = (await call(ruths, 'GET', '/api/invitations?search=maryam')) as [{ id: string }];
  await call(ruths, 'DELETE', `/api/invitations/${id}`);
  await expect(invitations(page)).toHaveCount(0);
  await call(ruths, 'POST', '/api/groups', { name: 'Told to all' });
  await expect(newest).toContainText('Told to all');
});
