import { readFile } from 'node:fs/promises';
import { expect, type Download, type Page } from '@playwright/test';
import { barriersInAllColours } from './helpers/barriers.ts';
import { domain, signInButton, test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { addGroup, rowOf } from './helpers/console.ts';
import { pressEscape } from './helpers/settled.ts';
import { brokenWords } from './helpers/layout.ts';
import { tells } from './helpers/toasts.ts';
import { noAdmin } from './helpers/watch.ts';

const pages = [
  '/admin',
  '/admin/invitations',
  '/admin/deletion-requests',
  '/admin/deleted-groups',
  '/admin/audit',
] as const;
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin Console' }).getByRole('link', { name });

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function manage(page: Page, name: string) {
  await page.getByRole('button', { name: `Manage groups of ${name}` }).click();
  return page.getByRole('dialog', { name: 'Manage Groups' });
}

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

async function exported(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  return textOf(download);
}

test('whoever is deactivated is led out at once, stands marked, and can be let in again', async ({ signedIn }) => {
  const jonas = await signedIn('Jonas Lindqvist', { expected: /status of 40[13]/ });
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  await choose(page, 'Jonas Lindqvist', 'Deactivate');
  const question = page.getByRole('dialog', { name: 'Deactivate Jonas Lindqvist?' });
  await expect(question).toContainText('signed out on every device');
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await tells(page, 'Jonas Lindqvist is deactivated');
  await expect(rowOf(page, 'Jonas Lindqvist')).toContainText('Deactivated');
  await expect(signInButton(jonas.page)).toBeVisible();

  await page.getByLabel('Status').selectOption('Deactivated');
  await expect(page.getByText('Showing 1 user(s)')).toBeVisible();
  await choose(page, 'Jonas Lindqvist', 'Reactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate', exact: true }).click();
  await tells(page, 'Jonas Lindqvist can sign in again');
  await expect(page.getByText('No users found')).toBeVisible();
  await expect(page.getByText('Showing 0 user(s)')).toBeFocused();
  await page.getByLabel('Status').selectOption('Everyone');
  await expect(rowOf(page, 'Jonas Lindqvist')).not.toContainText('Deactivated');
  await signedIn('Jonas Lindqvist');
});

test('somebody’s sessions are ended, and nobody can do either to themselves', async ({ signedIn }) => {
  const olena = await signedIn('Олена', { expected: /status of 401/ });
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  await choose(page, 'Олена Шевченко', 'Sign out of all devices');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await tells(page, 'Олена Шевченко is signed out of all devices');
  await expect(signInButton(olena.page)).toBeVisible();

  await page.getByRole('button', { name: 'More actions for Ruth Adeyemi' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Show in audit log']);
});

test('the menu of a row is used by keyboard, and the focus comes back to it', async ({ signedIn, joined }) => {
  await joined('Bo bo@');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  const opener = page.getByRole('button', { name: 'More actions for Bo', exact: true });
  await opener.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Show in audit log' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Deactivate Bo?' })).toBeVisible();
  await pressEscape(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('every page of the console is closed to members, and closes for whoever becomes one', async ({ signedIn }) => {
  const grace = await signedIn('Grace Wanjiru', { expected: noAdmin });
  for (const path of pages) {
    await grace.page.goto(path);
    await grace.page.waitForURL('**/home');
  }
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await ruth.page.goto('/admin');
  for (const path of pages) {
    await ruth.page.getByRole('button', { name: 'Make admin: Grace Wanjiru' }).click();
    await tells(grace.page, 'You now have admin access!');
    await grace.page.goto(path);
    await expect(grace.page.getByRole('heading', { name: 'Admin Console' })).toBeVisible();
    await ruth.page.getByRole('button', { name: 'Make member: Grace Wanjiru' }).click();
    await grace.page.waitForURL('**/home');
    await expect(grace.page.getByRole('link', { name: 'Admin Console' })).toHaveCount(0);
  }
});

test('a deleted group comes back with its people, and not while another has its name', async ({ signedIn, joined }) => {
  await joined('Kim Ha-eun');
  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 409/, blank: true });
  await page.goto('/admin');
  const dialog = await manage(page, 'Kim Ha-eun');
  await addGroup(page, 'Orchard');
  await dialog.getByRole('checkbox', { name: 'Orchard' }).check();
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await expect(rowOf(page, 'Kim Ha-eun').getByRole('listitem')).toHaveText(['All Staff', 'Orchard']);
  await manage(page, 'Kim Ha-eun');
  await dialog.getByRole('button', { name: 'Delete Orchard' }).click();
  await page.getByRole('button', { name: 'Delete group', exact: true }).click();
  await tells(page, 'Group deleted.');
  await addGroup(page, 'ORCHARD');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await section(page, 'Deleted groups').click();
  const line = page.getByRole('listitem').filter({ hasText: 'Orchard' });
  await expect(line).toContainText('Ruth Adeyemi');
  await line.getByRole('button', { name: 'Restore Orchard' }).click();
  await expect(line).toContainText('Another group has this name now.');

  await section(page, 'Users').click();
  await manage(page, 'Kim Ha-eun');
  await dialog.getByRole('button', { name: 'Edit ORCHARD' }).click();
  await dialog.getByLabel('Group name', { exact: true }).fill('Vineyard');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await tells(page, 'Group settings updated!');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section(page, 'Deleted groups').click();
  await page.getByRole('button', { name: 'Restore Orchard' }).click();
  await tells(page, 'The group “Orchard” has been restored.');
  await expect(page.getByRole('heading', { name: 'Deleted groups' })).toBeFocused();
  await section(page, 'Users').click();
  await expect(rowOf(page, 'Kim Ha-eun').getByRole('listitem')).toHaveText(['All Staff', 'Orchard']);
});

test('two admins who save the groups of one person at the same moment both get what they wanted', async ({
  signedIn,
  joined,
}) => {
  await joined('Mateo Quispe');
  const mateo = 'Mateo Quispe Mamani';
  const ana = await signedIn('Ana Lúcia', { expected: noAdmin });
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await ruth.page.goto('/admin');
  await ruth.page.getByRole('button', { name: 'Make admin: Ana Lúcia Ferreira' }).click();
  await ana.page.getByRole('link', { name: 'Admin Console' }).click();
  const hers = await manage(ruth.page, mateo);
  await addGroup(ruth.page, 'Sails');
  await addGroup(ruth.page, 'Ropes');
  const others = await manage(ana.page, mateo);
  await hers.getByRole('checkbox', { name: 'Sails' }).check();
  await others.getByRole('checkbox', { name: 'Ropes' }).check();
  await Promise.all([
    hers.getByRole('button', { name: 'Save groups' }).click(),
    others.getByRole('button', { name: 'Save groups' }).click(),
  ]);
  for (const { page } of [ruth, ana]) {
    await expect(rowOf(page, mateo).getByRole('listitem')).toHaveText(['All Staff', 'Ropes', 'Sails']);
  }
  await ruth.page.getByRole('button', { name: 'Make member: Ana Lúcia Ferreira' }).click();
  await ana.page.waitForURL('**/home');
});

test('the audit log tells in words what was done, by person, action and day, and that it is whole', async ({
  signedIn,
  joined,
}) => {
  await joined('Leilani');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  const name = 'Leilani Kealoha-Nakamura';
  await page.getByRole('button', { name: `Make admin: ${name}` }).click();
  await page.getByRole('button', { name: `Make member: ${name}` }).click();
  await tells(page, `${name} is now a member`);

  await choose(page, name, 'Show in audit log');
  await expect(page.getByText('The log is complete')).toBeVisible();
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible();
  const lines = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
  await expect(lines.first()).toContainText(`Ruth Adeyemi made ${name} a member`);
  await expect(lines.first()).toContainText('Before: admin');
  await expect(lines.first()).toContainText(/Chrom/);
  await expect(lines.last()).toContainText(`made ${name} an admin`);

  await page.getByRole('button', { name: 'Show everyone again' }).click();
  await expect(lines).not.toHaveCount(2);
  await page.getByLabel('Action').selectOption('Role changed');
  await page.getByRole('searchbox', { name: 'Search the log...' }).fill('leilani');
  await expect(lines).toHaveCount(2);
  await page.getByLabel('Until').fill('2020-01-01');
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByLabel('Until').fill('');
  await expect(lines).toHaveCount(2);

  const csv = await exported(page);
  expect(csv).toContain('Number,Time,By,Act');
  expect(csv.match(/person\.role/g)).toHaveLength(2);
  await page.getByLabel('Action').selectOption('Audit log exported');
  await page.getByRole('searchbox').fill('');
  await expect(lines.first()).toContainText('Ruth Adeyemi exported the audit log');
});

test('people are invited by a list that is checked first, and come with what it says', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 400/, blank: true });
  await page.goto('/admin/invitations');
  const list = page.getByLabel('People as CSV');
  const check = page.getByRole('button', { name: 'Check the list' });
  const file = (name: string, buffer: Buffer) =>
    page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await file('empty.csv', Buffer.from(''));
  await expect(page.getByText('The list is empty.')).toBeVisible();
  await file('list.csv', Buffer.from('PK\u0003\u0004...'));
  await expect(page.getByText('This is a spreadsheet, not a CSV file.')).toBeVisible();
  await file('latin.csv', Buffer.from('email\nzo\u00eb@base.example', 'latin1'));
  await expect(page.getByText('Some characters in this file cannot be read.')).toBeVisible();
  await list.fill('name\nMaryam');
  await check.click();
  await expect(page.getByText('The file needs a first line with the heading “email”.')).toBeVisible();

  await file('list.csv', Buffer.from('email,role\nmaryam@base.example,boss\nruth@base.example,\nx@elsewhere.org,\n'));
  await expect(list).toHaveValue(/ruth@base\.example/);
  await check.click();
  await expect(page.getByText('2 lines are wrong · 1 is here already and stays unchanged')).toBeVisible();
  await expect(page.getByText('The role must be “member” or “admin”.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Invite/ })).toHaveCount(0);

  await list.fill('email,role,group\nmaryam@base.example,admin,Kitchen\nmaximiliana@base.example,,\n');
  await check.click();
  await expect(
    page.getByText(/^Columns that are ignored: “.group.”\. Only email, role and groups are read\.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(page.getByText('Invited 2 people.')).toBeFocused();
  const invited = page.getByRole('region', { name: 'Open invitations' }).getByRole('listitem');
  await expect(invited).toHaveCount(2);
  await page.getByRole('button', { name: 'Withdraw the invitation for maximiliana@base.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(invited).toHaveCount(1);

  const maryam = await signedIn('مريم');
  await expect(maryam.page.getByRole('link', { name: 'Admin Console' })).toBeVisible();
  await expect(page.getByText('Nobody is invited at the moment.')).toBeVisible();
  await section(page, 'Users').click();
  await page.getByRole('button', { name: 'Make member: مريم حداد' }).click();
  await tells(page, 'مريم حداد is now a member');
});

test('the list of users is exported as it is filtered', async ({ signedIn, joined }) => {
  await joined('Tevita Fifita');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('tevita');
  await expect(page.getByText('Showing 1 user(s)')).toBeVisible();
  const csv = await exported(page);
  expect(csv).toContain('tevita@base.example');
  expect(csv).not.toContain('ruth@base.example');
  // A proxy's page, say, is not a list.
  await page.route('**/api/users/export*', (route) => route.fulfill({ contentType: 'text/html', body: 'Welcome' }));
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await tells(page, 'The file could not be made.');
});

test('no page of the console has a barrier or is wider than a phone, in light colours or in dark ones', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 320, height: 700 }, touch: true, blank: true });
  const address = `leilani.kealoha@${domain}`;
  await call(page, 'POST', '/api/invitations', { csv: `email\n${address}`, dryRun: false });
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    expect([path, await barriersInAllColours(page, () => true)]).toEqual([path, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await page.goto('/admin/invitations');
  expect(await brokenWords(page.getByText(address))).toEqual([]);
});
