import { expect } from '@playwright/test';
import { signInButton, test } from './helpers/base.ts';
import { goToChat, isStored, nothingWaits, say } from './helpers/chat.ts';
import { attach, picture } from './helpers/files.ts';
import { held } from './helpers/held-answers.ts';
import { isAsItWas, isLoadedAgain, mark } from './helpers/loaded-again.ts';
import { pressEscape } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import {
  look,
  newVersionIsInCharge,
  publishNewVersion,
  registered,
  toVersion,
  watchVersions,
} from './helpers/versions.ts';
import { networkAway } from './helpers/watch.ts';

test('a new version takes over while nobody looks, but loads no page again that has something unsaved', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const { page, context } = await signedIn('Ruth Adeyemi', { keepsPages: true, blank: true });
  await goToChat(page, ['Ben Boyd']);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await watchVersions(context);
  await page.reload();
  const other = await context.newPage();
  await other.goto('/profile');
  const name = other.getByLabel('Display Name');
  await expect(name).toHaveValue('Ruth Adeyemi');
  for (const one of [page, other]) await registered(one);
  await publishNewVersion(page);
  for (const one of [page, other]) await mark(one);

  await attach(page, 'GIF / Photo', [picture('harbour.png')]);
  const photo = page.getByRole('button', { name: 'Remove harbour.png' });
  await expect(photo).toBeVisible();
  await look(page, 'hidden');
  await name.fill('Ruth A.');
  await look(other, 'hidden');
  expect([await toVersion(page), await toVersion(other)]).toEqual([[], ['take over']]);
  for (const one of [page, other]) await newVersionIsInCharge(one);
  await isLoadedAgain(other);
  await expect(name).toHaveValue('Ruth A.');

  // The page reloads only when the photo can no longer be lost.
  await expect(photo).toBeVisible();
  await isAsItWas(page);
  await look(page, 'visible');
  await photo.click();
  await look(page, 'hidden');
  await isLoadedAgain(page);
  await expect(page.getByRole('textbox', { name: 'Type a message' })).toBeVisible();
});

test('a page that holds a message which the device could not keep is not loaded again before it is sent', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const { page, context } = await signedIn('Ruth Adeyemi', {
    expected: networkAway,
    keepsPages: true,
    blank: true,
  });
  await goToChat(page, ['Ben Boyd']);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await watchVersions(context);
  await page.reload();
  await registered(page);
  await publishNewVersion(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  await context.setOffline(true);
  await say(page, 'Only in this window');
  await expect(page.getByText('Waiting to be sent')).toHaveCount(1);
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual([]);
  await look(page, 'visible');
  await context.setOffline(false);
  await isStored(page, 'Only in this window');
  await nothingWaits(page);
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);
});

test('what is entered into forms is still there after a new version, and what is being sent holds it back', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { keepsPages: true, blank: true });
  await page.goto('/admin/invitations');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await watchVersions(context);
  await page.reload();
  await registered(page);
  await publishNewVersion(page);
  const list = page.getByLabel('People as CSV');
  await list.fill('email\nthird@base.example');
  await page.getByRole('link', { name: 'Profile' }).click();
  const phone = page.getByLabel('Phone');
  await phone.fill('4155550133');
  await page.getByRole('link', { name: 'Prayer' }).click();
  await page.waitForURL('**/prayer');
  await mark(page);
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);
  await newVersionIsInCharge(page);
  await isLoadedAgain(page);
  await registered(page);

  await page.goBack();
  await expect(phone).toHaveValue('(415) 555-0133');
  const saved = await held(page, '**/api/update-profile', 'POST');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await saved.come;
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual([]);
  await look(page, 'visible');
  await saved.letGo();
  await tells(page, 'Profile updated successfully!');
  await page.goBack();
  await expect(list).toHaveValue('email\nthird@base.example');
  await page.getByRole('button', { name: 'Check the list' }).click();
  const invite = page.getByRole('button', { name: 'Invite 1 person' });
  await expect(invite).toBeVisible();
  const invited = await held(page, '**/api/invitations', 'POST');
  await invite.click();
  await invited.come;
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual([]);
  await look(page, 'visible');
  await invited.letGo();
  await expect(list).toHaveValue('');
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);
});

test('a window that is never hidden takes a new version when nobody has touched it for an hour', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Kim Ha-eun', { keepsPages: true, blank: true });
  await page.goto('/profile');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await watchVersions(context);
  await page.clock.install();
  await page.reload();
  await page.clock.fastForward('00:05');
  await registered(page);
  await publishNewVersion(page);
  await mark(page);
  await page.clock.fastForward('50:00');
  await page.keyboard.press('Shift');
  await page.clock.fastForward('11:00');
  expect(await toVersion(page), 'it was touched eleven minutes ago').toEqual([]);
  await page.getByRole('button', { name: 'Change your picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await expect(dialog).toBeVisible();
  await page.clock.fastForward('02:00:00');
  expect(await toVersion(page), 'something is unsaved').toEqual([]);
  await pressEscape(page);
  await expect(dialog).toBeHidden();
  await page.getByLabel('Phone').fill('4155550133');
  await page.clock.fastForward('02:00:00');
  await expect.poll(() => toVersion(page)).toContainEqual('take over');
  await isAsItWas(page);
  await newVersionIsInCharge(page);
  await isLoadedAgain(page);
  await expect(page.getByLabel('Phone')).toHaveValue('4155550133');
});

test('a page at which nobody is signed in takes a new version, too', async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ keepsPages: true });
  await page.goto('/profile');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await watchVersions(context);
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Sign in required' })).toBeVisible();
  await registered(page);
  await publishNewVersion(page);
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);
  await look(page, 'visible');
  await page.clock.install();
  await Promise.all([page.waitForEvent('popup'), signInButton(page).click()]);
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);
  await look(page, 'visible');
  // The page does not learn when somebody gives up and leaves the window open, or closes it.
  await page.clock.fastForward('10:01');
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over', 'take over']);
});

test('a page that sends a picture of oneself, or has its own data prepared, is not loaded again before it is there', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { keepsPages: true, blank: true });
  await page.goto('/profile');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await watchVersions(context);
  await page.reload();
  await registered(page);
  await publishNewVersion(page);
  await page.getByRole('button', { name: 'Change your picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.locator('button', { hasText: 'Choose an' }).click();
  await (await choosing).setFiles(picture('me.png'));
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  const sent = await held(page, '**/api/upload-avatar', 'POST');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await sent.come;
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual([]);
  await look(page, 'visible');
  await sent.letGo();
  await expect(dialog).toBeHidden();
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);

  await look(page, 'visible');
  const prepared = await held(page, '**/api/me/download', 'POST');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await prepared.come;
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over']);
  await look(page, 'visible');
  await prepared.letGo();
  await tells(page, 'Your download is starting.');
  await look(page, 'hidden');
  expect(await toVersion(page)).toEqual(['take over', 'take over']);
});

test('what comes in the place of a file is never kept for it: all are had again when one comes back to the page', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Ben Boyd', { keepsPages: true, blank: true, expected: /integrity/ });
  // A gateway of the previous version, or a hotel's network, answers the first time.
  let wrong = 0;
  for (const file of ['index.html', 'assets/chat-*.js'])
    await context.route(
      `**/${file}`,
      async (route) => {
        wrong += 1;
        await route.fulfill({ contentType: 'text/html', body: '<h1>Something else</h1>' });
      },
      { times: 1 },
    );
  await page.goto('/home');
  const isKept = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active));
  await expect(async () => {
    for (const state of ['hidden', 'visible'] as const) await look(page, state);
    expect([wrong, await isKept()]).toEqual([2, true]);
  }).toPass();
  const files = await page.evaluate(async () => {
    const names = await caches.keys();
    const cache = await caches.open(names.find((name) => name !== 'pictures') ?? '');
    return Promise.all((await cache.keys()).map(async (file) => (await cache.match(file))?.text() ?? ''));
  });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((text) => text.includes('Something else'))).toEqual([]);
});
