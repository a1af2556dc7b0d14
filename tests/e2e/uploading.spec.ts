import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { box, goToChat, nothingWaits, openChat, say, showsExactly } from './helpers/chat.ts';
import { attach, choose, chosen, document, fileLink, picture, send } from './helpers/files.ts';
import { held } from './helpers/held-answers.ts';
import { inOutbox } from './helpers/on-device.ts';
import { hearsOfChats } from './helpers/network.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const refused = /status of (413|507)/;
const gone = /status of (400|404)/;

test('a file that has arrived although its answer was lost is not uploaded again', async ({ signedIn }) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: networkAway, blank: true });
  const tevita = await signedIn('Tevita Fifita', { blank: true });
  await goToChat(page, ['Tevita Fifita']);
  let uploads = 0;
  await page.route('**/attachment?*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    uploads += 1;
    await route.fetch();
    await route.abort();
  });
  await attach(page, 'File', [document('minutes.txt')]);
  await send(page).click();
  await openChat(tevita.page, 'Grace Wanjiru');
  await expect(fileLink(tevita.page)).toContainText('minutes.txt');
  expect(uploads).toBe(1);
});

test('a message waits for the files that were chosen for it', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Grace Wanjiru', { blank: true });
  await joined('Tevita Fifita');
  // A phone that is slow to read a file.
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer;
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(globalThis, { isRead: resolve });
    Blob.prototype.arrayBuffer = async function () {
      await promise;
      return read.call(this);
    };
  });
  await goToChat(page, ['Tevita Fifita']);
  await choose(page, 'File', [document('rota.txt')]);
  await box(page).fill('The rota #file');
  await box(page).press('Enter');
  await expect(send(page)).toBeDisabled();
  await expect(box(page)).toHaveValue('The rota #file');
  await page.evaluate(() => (globalThis as unknown as { isRead(): void }).isRead());
  await expect(chosen(page)).toHaveText([/rota\.txt/]);
  await box(page).press('Enter');
  await expect(page.getByRole('article').filter({ hasText: '#file' })).toContainText('rota.txt');
});

test('an upload can be called back while it is on its way', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: networkAway, blank: true });
  await joined('Olena');
  await goToChat(page, ['Олена']);
  // Never answered: it stays in progress for as long as the test needs.
  await page.route('**/attachment?*', () => undefined);
  await attach(page, 'File', [document('wrong one.txt')]);
  await send(page).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByText('No messages yet').last()).toBeVisible();
  await page.unroute('**/attachment?*');
  await expect.poll(() => inOutbox(page)).toBe(0);
  await page.reload();
  await expect(page.getByText('No messages yet').last()).toBeVisible();
  await say(page, 'Sorry, nothing #cancel');
  await showsExactly(page, '#cancel', ['Sorry, nothing #cancel']);
});

test('an upload that is refused says why, and can be tried again or put away', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: refused, blank: true });
  await joined('Leilani Kealoha-Nakamura');
  await goToChat(page, ['Leilani']);
  const json = { error: 'There is no room for more files at the moment.', code: 'storage_full' };
  await page.route('**/attachment?*', (route) => route.fulfill({ status: 507, json }));
  await attach(page, 'File', [document('minutes.txt'), document('agenda.txt')]);
  await send(page).click();
  await tells(page, 'Failed to upload');
  const bubbles = page.getByRole('log').getByRole('article');
  await expect(bubbles.first()).toContainText('Not sent');
  await expect(bubbles.first()).toContainText('There is no room for more files at the moment.');
  await bubbles.last().getByRole('button', { name: 'Discard' }).click();
  await expect(bubbles).toHaveCount(1);
  await page.unroute('**/attachment?*');
  await bubbles.getByRole('button', { name: 'Try again' }).click();
  await nothingWaits(page);
  await expect(fileLink(page)).toContainText('minutes.txt');
});

test('a picture that the server has deleted before its message came is uploaded, and waited for, anew', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: gone, blank: true });
  await joined('Ben Boyd');
  await goToChat(page, ['Ben Boyd']);
  const isDeleted = Promise.withResolvers<void>();
  let sends = 0;
  await page.route('**/api/chat/send', async (route) => {
    sends += 1;
    if (sends > 1) return route.fallback();
    await isDeleted.promise;
    await route.fulfill({ status: 400, json: { error: 'There is no such file.', code: 'invalid' } });
  });
  await page.route('**/api/media/attachments/**', (route) =>
    route.fulfill({ status: 404, json: { error: 'no', code: 'not_found' } }),
  );
  await attach(page, 'GIF / Photo', [picture('harbour.png')]);
  await send(page).click();
  const bubble = page.getByRole('log').getByRole('article');
  const isMissing = bubble.getByText('This picture is not here any more.');
  await expect(isMissing).toBeVisible();
  const again = await held(page, '**/attachment?*', 'GET');
  isDeleted.resolve();
  await again.come;
  await expect(bubble.getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  await expect(isMissing).toBeHidden();
  await expect(bubble.locator('img[src^="blob:"]')).toBeVisible();

  await page.unroute('**/api/media/attachments/**');
  await again.letGo();
  await nothingWaits(page);
  await expect(bubble.locator('[data-state="shown"] img[src*="/api/media/"]')).toBeVisible();
  await expect(isMissing).toBeHidden();
});

test('the page says when older files could not be listed, and they come when asked for again', async ({
  signedIn,
  joined,
}) => {
  await joined('Leilani Kealoha-Nakamura');
  const { page, context } = await signedIn('Olena', { expected: networkAway, blank: true });
  const hears = hearsOfChats(page);
  await goToChat(page, ['Leilani']);
  await attach(page, 'File', [document('minutes.txt')]);
  await send(page).click();
  await nothingWaits(page);
  await expect(fileLink(page)).toBeVisible();
  await hears;
  let isAway = true;
  await page.route('**/api/chat/*/attachments?*', async (route) => {
    const isOlder = route.request().url().includes('before=');
    if (isOlder && isAway) return route.fulfill({ status: 503, json: { error: 'away', code: 'unavailable' } });
    const response = await route.fetch();
    const [file] = (await response.json()) as { id: string; seq: number }[];
    // A whole page, as of many that were sent.
    const page = Array.from({ length: 30 }, (_, place) => ({ ...file, id: `${file?.id} ${place}`, seq: 130 - place }));
    await route.fulfill({ response, json: isOlder ? [] : page });
  });
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await page.getByRole('button', { name: 'Attachments' }).click();
  const older = page.getByRole('button', { name: 'Show older ones' });
  const told = page.getByRole('alert').filter({ hasText: 'More could not be loaded. Please try again.' });
  await expect(older).toBeVisible();
  await context.setOffline(true);
  await older.press('Enter');
  await expect(told).toBeVisible();
  const refused = page.waitForResponse((response) => response.url().includes('before='));
  await context.setOffline(false);
  await refused;
  await expect(told).toBeVisible();
  await expect(older).toBeFocused();
  isAway = false;
  await older.press('Enter');
  await expect(older).toBeHidden();
});
