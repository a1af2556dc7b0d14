import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { signInButton, test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { chatInList, goToChat, isStored, peekOf, say } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { failsUntilClick } from './helpers/network.ts';
import { settled } from './helpers/settled.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { signedOut } from './helpers/watch.ts';

const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
const profile = (page: Page) => page.goto('/profile');

/** The content of a zip's entry. As in every streamed zip, its sizes are in the directory at the end. */
function entryOf(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1)) {
    const length = zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, at + 46 + length) !== name) continue;
    const start = zip.readUInt32LE(at + 42);
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    return inflateRawSync(zip.subarray(content, content + zip.readUInt32LE(at + 20))).toString('utf8');
  }
  throw new Error(`${name} is not in the zip`);
}

test('somebody sees where they are signed in, and signs another device out', async ({ signedIn }) => {
  const first = await signedIn('Grace Wanjiru', { expected: signedOut });
  const second = await signedIn('Grace Wanjiru', { expected: signedOut, blank: true });
  await profile(second.page);
  await expect(devices(second.page)).toHaveCount(2);
  await expect(devices(second.page).first()).toContainText('This device');
  await expect(devices(second.page).first()).toContainText('Chrome on Linux');
  await second.page.getByRole('button', { name: 'Sign out: Chrome on Linux' }).click();
  await expect(devices(second.page)).toHaveCount(1);
  await first.page.goto('/profile');
  await expect(signInButton(first.page)).toBeVisible();

  await second.page.getByRole('button', { name: 'Sign out: this device' }).click();
  await second.page.waitForURL((url) => url.pathname === '/');
  await expect(signInButton(second.page)).toBeVisible();
});

test('somebody downloads everything that is stored about them', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  await say(page, 'For the archive: <b>Good morning</b>');
  await isStored(page, 'For the archive');
  await profile(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-data-.*\.zip$/);
  const zip = await readFile(await download.path());
  expect(entryOf(zip, 'data/messages.json')).toContain('For the archive: <b>Good morning</b>');
  expect(entryOf(zip, 'chats/0001 Ruth Adeyemi.html')).toContain('For the archive: &lt;b&gt;Good morning&lt;/b&gt;');
  expect(entryOf(zip, 'Start here.html')).toContain('ben@base.example');
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
});

test('a button that is pressed twice at once acts once', async ({ signedIn }) => {
  const { page } = await signedIn('Grace Wanjiru', { blank: true });
  await profile(page);
  const asks: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/me/download') && asks.push(request.method()));
  // As by two taps while the page is busy.
  await page.getByRole('button', { name: 'Download my data' }).evaluate((button: HTMLButtonElement) => {
    for (let taps = 0; taps < 2; taps += 1) button.click();
  });
  await tells(page, 'Your download is starting.');
  expect(asks).toEqual(['POST']);
});

test('whoever cannot be told whether they have asked for deletion reads of no request, and can look again', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ben Boyd', { expected: /status of 503/, blank: true });
  await failsUntilClick(page, '**/api/me/deletion-request', 503);
  await profile(page);
  const card = page.getByRole('alert').filter({ hasText: 'It could not be checked whether you have asked for this.' });
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Ask for deletion' })).toBeVisible();
});

test('whoever has taken their request back keeps their data, though an admin does not know of it yet', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: /status of 409/, blank: true });
  const kim = await signedIn('Kim Ha-eun', { blank: true });
  await call(kim.page, 'POST', '/api/me/deletion-request');
  await ruth.page.goto('/admin/deletion-requests');
  await expect(ruth.page.getByText('Kim Ha-eun', { exact: true })).toBeVisible();
  const refused = Promise.withResolvers<void>();
  await ruth.page.route('**/api/deletion-requests', (route) => refused.promise.then(() => route.fallback()));
  await ruth.page.getByRole('button', { name: 'Delete the data of Kim Ha-eun' }).click();
  await call(kim.page, 'DELETE', '/api/me/deletion-request');
  await ruth.page.getByRole('dialog').getByRole('button', { name: 'Delete their data' }).click();
  await tells(ruth.page, 'Failed to delete their data. They no longer ask for this.');
  refused.resolve();
  await expect(ruth.page.getByText('Nobody has asked for their data to be deleted.')).toBeVisible();
  expect(await call(kim.page, 'GET', '/api/me')).toMatchObject({ displayName: 'Kim Ha-eun' });
});

test('whoever takes back a request that an admin has just declined reads that it was declined', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Kim Ha-eun', { blank: true });
  await call(page, 'POST', '/api/me/deletion-request');
  await profile(page);
  const withdraw = page.getByRole('button', { name: 'Withdraw my request' });
  await expect(withdraw).toBeVisible();
  await call(ruth.page, 'DELETE', `/api/users/${await uidOf(page)}/deletion-request`);
  await withdraw.click();
  await expect(page.getByText('An admin declined your request on ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for deletion' })).toBeVisible();
  expect(await toldOn(page)).toEqual([]);
});

test('a request that is taken back counts as such, also if nobody can tell whether an admin has declined it', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Kim Ha-eun', { expected: /status of 503/, blank: true });
  await call(page, 'POST', '/api/me/deletion-request');
  await profile(page);
  const withdraw = page.getByRole('button', { name: 'Withdraw my request' });
  await expect(withdraw).toBeVisible();
  await page.route('**/api/me/deletion-request', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await withdraw.click();
  await tells(page, 'Your request has been withdrawn.');
  await expect(page.getByRole('button', { name: 'Ask for deletion' })).toBeVisible();
});

test('somebody asks for deletion and takes it back; an admin declines, and then carries it out', async ({
  signedIn,
}) => {
  const leaver = await signedIn('Jonas Lindqvist', { expected: /status of (401|403)/, blank: true });
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const kim = await signedIn('Kim Ha-eun', { blank: true });
  await goToChat(ruth.page, ['Jonas Lindqvist', 'Kim Ha-eun'], 'Sowing');
  const sowing = chatIdOf(ruth.page);
  await goToChat(ruth.page, ['Jonas Lindqvist']);
  await ruth.page.goto('/admin/deletion-requests');
  await expect(ruth.page.getByText('Nobody has asked for their data to be deleted.')).toBeVisible();

  const ask = async () => {
    await leaver.page.getByRole('button', { name: 'Ask for deletion' }).click();
    const dialog = leaver.page.getByRole('dialog', { name: 'Ask for your data to be deleted?' });
    await expect(dialog.getByText('What you wrote stays where it is')).toBeVisible();
    await dialog.getByRole('button', { name: 'Ask for deletion' }).click();
    await expect(leaver.page.getByText('You asked for this on ')).toBeVisible();
  };
  await profile(leaver.page);
  await expect(leaver.page.getByRole('button', { name: 'Ask for deletion' })).toBeVisible();
  await call(ruth.page, 'PATCH', `/api/chat/${sowing}`, { remove: [await uidOf(leaver.page)] });
  // Returning to the page fetches the state again; the answer comes after the change.
  const earlier = await held(leaver.page, '**/api/me/deletion-request', 'GET');
  await leaver.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await earlier.come;
  await ask();
  await earlier.letGo();
  await settled(leaver.page);
  await expect(leaver.page.getByText('You asked for this on ')).toBeVisible();
  await expect(ruth.page.getByText('Jonas Lindqvist', { exact: true })).toBeVisible();
  await leaver.page.getByRole('button', { name: 'Withdraw my request' }).click();
  await tells(leaver.page, 'Your request has been withdrawn.');
  await expect(ruth.page.getByText('Nobody has asked for their data to be deleted.')).toBeVisible();
  await ask();
  await ruth.page.getByRole('button', { name: 'Decline the request of Jonas Lindqvist' }).click();
  await ruth.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(ruth.page.getByText('Nobody has asked for their data to be deleted.')).toBeVisible();
  await leaver.page.reload();
  await expect(leaver.page.getByText('An admin declined your request on ')).toBeVisible();

  await ask();
  await ruth.page.getByRole('button', { name: 'Delete the data of Jonas Lindqvist' }).click();
  const sure = ruth.page.getByRole('dialog', { name: /Delete the data of .*Jonas Lindqvist/ });
  await sure.getByRole('button', { name: 'Delete their data' }).click();
  await tells(ruth.page, 'Their data has been deleted.');
  await expect(signInButton(leaver.page)).toBeVisible();
  await ruth.page.goto('/admin/audit');
  const asked = ruth.page.getByRole('row').filter({ hasText: 'Former member asked for the deletion' });
  await expect(asked.first()).toContainText('Not recorded');
  await ruth.page.goto('/chat');
  await expect(
    ruth.page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: /^Former member/ }),
  ).toBeVisible();
  // Nor does the group that they had left before say what they were called.
  const removal = 'Ruth Adeyemi removed Former member';
  await kim.page.goto('/chat');
  await expect(chatInList(kim.page, 'Sowing')).toContainText(removal);
  await chatInList(kim.page, 'Sowing').click({ button: 'right' });
  await expect(peekOf(kim.page, 'Sowing').getByRole('listitem')).toHaveText(removal);
});
