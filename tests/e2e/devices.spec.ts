import { expect, type Page } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { signInButton, test } from './helpers/base.ts';
import { box, goToChat, isStored, say } from './helpers/chat.ts';
import { picture } from './helpers/files.ts';
import { inOutbox, keptOn } from './helpers/on-device.ts';
import { failsUntilClick } from './helpers/network.ts';
import { confirmByKeyboard } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

test('the devices that could not be loaded are asked for again when one wants them', async ({ signedIn }) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: /status of 503|ERR_FAILED/, blank: true });
  await failsUntilClick(page, '**/api/session/all', 503);
  await page.goto('/profile');
  const card = page.getByRole('alert').filter({ hasText: 'Your devices could not be loaded.' });
  await expect(card).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.reload();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(devices(page)).toHaveCount(1);
});

test('what was never loaded is said to wait for the network, and comes with it', async ({ signedIn }) => {
  const { page, context } = await signedIn('Kim Ha-eun', { expected: networkAway });
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/(session\/all|me\/deletion-request)$/, (route) => held.promise.then(() => route.abort()));
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByLabel('Display Name')).toBeVisible();
  await context.setOffline(true);
  held.resolve();
  const notes = page.getByText('You’re offline. This will load when you’re back.');
  await expect(notes).toHaveCount(2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Ask for deletion' })).toBeVisible();
  await expect(notes).toHaveCount(0);
});

test('whoever is offline sees their devices as they were, and that this is so', async ({ signedIn }) => {
  const { page, context } = await signedIn('Tevita Fifita', { expected: networkAway, blank: true });
  await page.goto('/profile');
  await expect(devices(page)).toHaveCount(1);
  const note = page.getByText('You’re offline. As last loaded.');
  await expect(note).toBeHidden();
  await context.setOffline(true);
  await expect(note).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
  expect(await barriers(page)).toEqual([]);
  await context.setOffline(false);
  await expect(note).toBeHidden();
});

test('whoever signs all other devices out is at the list of those that are left', async ({ signedIn, joined }) => {
  await joined('Olena', 'Olena');
  const { page } = await signedIn('Олена Шевченко', { blank: true });
  await page.goto('/profile');
  await expect(devices(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out all other devices' }).press('Enter');
  await confirmByKeyboard(page);
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Devices' })).toBeFocused();
});

test('a device that has signed in since the list was loaded is signed out with all others', async ({
  signedIn,
  joined,
}) => {
  await joined('Tevita Fifita', 'Tevita Fifita');
  const { page } = await signedIn('Tevita Fifita', { expected: /ERR_FAILED/, blank: true });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  let isOld = true;
  await page.route('**/api/session/all', (route) => (isOld ? route.abort() : route.fallback()));
  const late = await signedIn('Tevita Fifita', { expected: signedOut });
  isOld = false;
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(signInButton(late.page)).toBeVisible();
  await tells(page, 'All other devices are signed out.');
  await expect(devices(page)).toHaveCount(1);
});

test('a device that could not be signed out stays in the list, and one is told', async ({ signedIn, joined }) => {
  await joined('Jonas Lindqvist');
  const { page } = await signedIn('Jonas Lindqvist', { expected: /status of 503/, blank: true });
  await page.goto('/profile');
  await expect(devices(page)).toHaveCount(2);
  await page.route('**/api/session/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { error: 'Please try again.', code: 'unavailable' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Sign out: ' }).last().click();
  await tells(page, 'Failed to sign the device out');
  await expect(devices(page)).toHaveCount(2);
});

test('a lost device that is signed out keeps nothing of its person, not even what was not sent from it', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const lost = await signedIn('Ruth Adeyemi', { expected: either(networkAway, signedOut), blank: true });
  await goToChat(lost.page, ['Ben Boyd']);
  await expect(lost.page).toHaveTitle('Ben Boyd · Koinonia');
  await lost.context.setOffline(true);
  await say(lost.page, 'Meet Miriam at the bridge');
  await box(lost.page).fill('Miriam says');
  const left = () => lost.page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(left).toContain('Miriam says');
  await expect.poll(() => inOutbox(lost.page)).toBe(1);

  const other = await signedIn('Ruth Adeyemi', { blank: true });
  await other.page.goto('/profile');
  await expect(devices(other.page)).toHaveCount(2);
  await other.page.getByRole('button', { name: 'Sign out: Chrome on Linux' }).click();
  await expect(devices(other.page)).toHaveCount(1);
  await lost.context.setOffline(false);
  await expect(signInButton(lost.page)).toBeVisible();
  await expect(lost.page).toHaveTitle('Sign in required · Koinonia');
  await expect.poll(left).not.toContain('Miriam');
  await expect.poll(() => inOutbox(lost.page)).toBe(0);
  expect(await keptOn(lost.page)).not.toContain('Miriam');
});

test('the browser of a lost device that is signed out no longer has the pictures that were on its screen', async ({
  signedIn,
}) => {
  const lost = await signedIn('Mateo Quispe Mamani', { expected: signedOut, blank: true });
  await lost.page.goto('/profile');
  await lost.page.getByRole('button', { name: 'Change your picture' }).click();
  const dialog = lost.page.getByRole('dialog', { name: 'Your picture' });
  await dialog.locator('input[type=file]').setInputFiles(picture('face.png'));
  await dialog.getByRole('button', { name: 'Upload' }).click();
  const face = lost.page.getByRole('complementary', { name: 'Sidebar' }).locator('img[src^="/api/media/"]');
  await expect(face).toBeVisible();
  const address = (await face.getAttribute('src')) ?? '';
  const statusOf = () => lost.page.evaluate(async (url) => (await fetch(url)).status, address);
  expect(await statusOf()).toBe(200);

  const other = await signedIn('Mateo Quispe Mamani', { blank: true });
  await other.page.goto('/profile');
  await other.page.getByRole('button', { name: 'Sign out: Chrome on Linux' }).click();
  await expect(signInButton(lost.page)).toBeVisible();
  expect(await statusOf()).toBe(401);
});

test('a device whose own clock is wrong still tells when the others were last there', async ({ signedIn, joined }) => {
  await joined('Ana Lúcia Ferreira');
  const { page } = await signedIn('Ana Lúcia Ferreira', { blank: true });
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 });
  await page.goto('/profile');
  await expect(devices(page)).toHaveCount(2);
  for (const line of await devices(page).all()) await expect(line).toContainText('Active now');
});

test('a device whose own clock is wrong dates what waits as what was said before it', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page, context } = await signedIn('Ana Lúcia Ferreira', { blank: true, expected: networkAway });
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 });
  await goToChat(page, ['Ben Boyd']);
  await say(page, 'Before the tunnel');
  await isStored(page, 'Before the tunnel');
  await context.setOffline(true);
  await say(page, 'In the tunnel');
  const inTunnel = page.getByRole('article').filter({ hasText: 'In the tunnel' });
  await expect(inTunnel.getByText('Waiting to be sent')).toBeVisible();
  const waiting = await inTunnel.locator('time').getAttribute('datetime');
  expect(Math.abs(Date.parse(waiting ?? '') - Date.now())).toBeLessThan(10 * 60_000);
  await expect(page.getByRole('log').getByRole('separator')).toHaveCount(1);
});
