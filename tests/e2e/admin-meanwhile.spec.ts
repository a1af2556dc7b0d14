import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { rowOf } from './helpers/console.ts';
import { held } from './helpers/held-answers.ts';
import { settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

test('groups that are saved for one person close no dialog about the next one', async ({ signedIn, joined }) => {
  await joined('Kim Ha-eun', 'Tevita Fifita');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await call(page, 'POST', '/api/groups', { name: 'Orchard' });
  await page.goto('/admin');
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  const orchard = dialog.getByRole('checkbox', { name: 'Orchard' });
  const saving = await held(page, '**/api/users/*', 'PATCH');
  await page.getByRole('button', { name: 'Manage groups of Kim Ha-eun' }).click();
  await orchard.check();
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await saving.come;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Manage groups of Tevita Fifita' }).click();
  await orchard.check();
  await saving.letGo();
  await tells(page, 'User groups updated!');
  await settled(page);
  await expect(orchard).toBeChecked();
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Tevita Fifita').getByRole('listitem')).toHaveText(['All Staff', 'Orchard']);
});

test('a name that is begun while an older one is being saved stays, though its form was closed between', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await call(page, 'POST', '/api/groups', { name: 'Laundry' });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  const name = dialog.getByLabel('Group name', { exact: true });
  const edit = dialog.getByRole('button', { name: 'Edit Laundry' });
  await edit.click();
  const saving = await held(page, '**/api/groups/*', 'PATCH');
  await name.fill('Wash house');
  await name.press('Enter');
  await saving.come;
  await edit.click();
  await expect(name).toBeHidden();
  await dialog.getByRole('button', { name: /^Edit (Laundry|Wash house)$/ }).click();
  await name.fill('Washing');
  await saving.letGo();
  await tells(page, 'Group settings updated!');
  await settled(page);
  await expect(name).toHaveValue('Washing');
});

test('people who are being invited are invited by a list that stays as it is', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin/invitations');
  const list = page.getByLabel('People as CSV');
  const check = page.getByRole('button', { name: 'Check the list' });
  await list.fill('email\nfirst@base.example');
  await check.click();
  const invite = page.getByRole('button', { name: 'Invite 1 person' });
  await expect(invite).toBeVisible();
  const inviting = await held(page, '**/api/invitations', 'POST');
  await invite.click();
  await inviting.come;
  await check.press('Enter');
  await settled(page);
  await expect(list).not.toBeEditable();
  await inviting.letGo();
  await expect(page.getByText('Invited 1 person.')).toBeVisible();
});

test('a list that another window has changed has to be checked again', async ({ signedIn }) => {
  const { context, page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin/invitations');
  const list = page.getByLabel('People as CSV');
  const check = page.getByRole('button', { name: 'Check the list' });
  const invite = page.getByRole('button', { name: /^Invite \d/ });
  await list.fill('email\nthird@base.example');
  await check.click();
  await expect(invite).toBeVisible();

  const other = await context.newPage();
  await other.goto('/admin/invitations');
  await other.getByLabel('People as CSV').fill('');
  await expect(list).toHaveValue('');
  await expect(invite).toBeHidden();
  await check.click();
  const empty = page.getByText('The list is empty.');
  await expect(empty).toBeVisible();

  await other.getByLabel('People as CSV').fill('email\nfourth@base.example');
  await expect(list).toHaveValue('email\nfourth@base.example');
  await expect(empty).toBeHidden();
  await check.click();
  await expect(page.getByText('fourth@base.example').last()).toBeVisible();
  await expect(invite).toHaveText('Invite 1 person');
});

test('a list of people to invite stays while one looks for the name of a group, and goes when they are invited', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin/invitations');
  const list = page.getByLabel('People as CSV');
  const written = 'email\nsecond@base.example';
  await list.fill(written);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome/);
  await page.goBack();
  await expect(list).toHaveValue(written);

  await page.getByRole('button', { name: 'Check the list' }).click();
  const inviting = await held(page, '**/api/invitations', 'POST');
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await inviting.come;
  const sections = page.getByRole('navigation', { name: 'Admin Console' });
  await sections.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByText(/^Showing/)).toBeVisible();
  await inviting.letGo();
  await settled(page);
  await sections.getByRole('link', { name: 'Invitations' }).click();
  await expect(page.getByText('second@base.example')).toBeVisible();
  await expect(list).toHaveValue('');
});

test('the pages of a list say which one is there, also while the next one is awaited, or cannot come', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const guests = Array.from({ length: 120 }, (_, index) => `page${1000 + index}@base.example`);
  await call(page, 'POST', '/api/invitations', { csv: ['email', ...guests].join('\n'), dryRun: false });
  await page.goto('/admin/invitations');
  const first = page.getByText('page1000@base.example');
  const next = page.getByRole('button', { name: 'Next page' });
  await page.getByRole('searchbox').fill('page');
  await expect(page.getByText('1 to 50 of 120')).toBeVisible();
  // All of them: an event about the new invitations may make the page ask again.
  const secondPage = /\/api\/invitations\?.*offset=50/;
  const free = Promise.withResolvers<void>();
  await page.route(secondPage, (route) => free.promise.then(() => route.fallback()));
  const asked = page.waitForRequest(secondPage);
  await next.click();
  await asked;
  await settled(page);
  await expect(first).toBeVisible();
  await expect(page.getByText('1 to 50 of 120')).toBeVisible();
  free.resolve();
  await expect(page.getByText('51 to 100 of 120')).toBeVisible();
  await expect(first).toBeHidden();

  await context.setOffline(true);
  await next.click();
  await settled(page);
  await expect(page.getByText('page1050@base.example')).toBeVisible();
  await expect(page.getByText('51 to 100 of 120')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('101 to 120 of 120')).toBeVisible();
  await expect(page.getByText('page1100@base.example')).toBeVisible();
});

test('a page that fails has a way back to the last one', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 503/, blank: true });
  const guests = Array.from({ length: 120 }, (_, index) => `back${1000 + index}@base.example`);
  await call(page, 'POST', '/api/invitations', { csv: ['email', ...guests].join('\n'), dryRun: false });
  await page.goto('/admin/invitations');
  await page.getByRole('searchbox').fill('back');
  await expect(page.getByText('1 to 50 of 120')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('back1050@base.example')).toBeInViewport();
  await expect(page.getByText('51 to 100 of 120')).toBeVisible();
  await page.route(/\/api\/invitations\?.*offset=100/, (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('The invitations could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText('51 to 100 of 120')).toBeVisible();
  await expect(page.getByText('back1050@base.example')).toBeVisible();
});

test('without live updates, a list that comes slowly is waited for', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await context.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.clock.install();
  await page.goto('/admin');
  await expect(page.getByText(/^Showing/)).toBeVisible();
  let asked = 0;
  await page.route('**/api/users?*', () => void (asked += 1));
  // It is asked for every five seconds, once it is clear that nothing comes live.
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(asked).toBe(1);
  }).toPass();
  for (let seconds = 0; seconds < 12; seconds += 1) await page.clock.runFor(1_000);
  await settled(page);
  expect(asked).toBe(1);
});

test('a log that is filtered in two ways at once is filtered in both', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin/audit');
  const search = page.getByRole('searchbox', { name: 'Search the log...' });
  await expect(search).toBeVisible();
  // A slow device draws a long log only after the next key or press.
  await search.evaluate((box: HTMLInputElement) => {
    const type = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    type('ruth');
    const act = [...document.querySelectorAll('select')].find(({ labels }) =>
      labels[0]?.innerText.startsWith('Action'),
    );
    if (act === undefined) throw new Error('no choice of actions');
    act.selectedIndex = 1;
    act.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page).toHaveURL(/action=/);
  await expect(search).toHaveValue('ruth');
  await expect(page).toHaveURL(/search=ruth/);
});
