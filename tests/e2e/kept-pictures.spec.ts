import { expect, type Page } from '@playwright/test';
import { test } from './base.ts';
import { chatInList, goToChat } from './chat.ts';
import { picture } from './files.ts';
import { deviceOf, keptOn } from './kept.ts';
import { either, networkAway, signedOut } from './watch.ts';

const faces = (page: Page) => page.locator('img[src*="/api/media/"]');
const drawn = (page: Page) =>
  faces(page).evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);

/** Pictures in the service worker's cache, of people and of groups. */
const kept = (page: Page, kind: string) =>
  page.evaluate(
    async (name) => (await (await caches.open('pictures')).keys()).filter(({ url }) => url.includes(name)).length,
    kind,
  );

async function upload(page: Page, button: string, title: string) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.locator('input[type=file]').setInputFiles(picture('face.png'));
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toBeHidden();
}

test('pictures of people and of groups are there without a network, and go at logout', async ({ signedIn, joined }) => {
  const ben = await signedIn('Ben Boyd', { blank: true });
  await ben.page.goto('/profile');
  await upload(ben.page, 'Change your picture', 'Your picture');

  const ruth = await signedIn('Ruth Adeyemi', { keepsPages: true, expected: either(networkAway, signedOut) });
  const { page, context } = ruth;
  await goToChat(page, ['Ben Boyd']);
  await joined('Tevita Fifita');
  await goToChat(page, ['Ben Boyd', 'Tevita Fifita'], 'Roof repairs');
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await upload(page, 'Change group picture', 'Group picture');
  await page.evaluate(() => navigator.serviceWorker.ready);

  await page.goto('/chat');
  await expect.poll(() => kept(page, '/avatars/')).toBeGreaterThan(0);
  await expect.poll(() => kept(page, '/group-pictures/')).toBeGreaterThan(0);
  // Where the pictures are shown is cached, too: the person or the group.
  await expect.poll(async () => deviceOf(await keptOn(page))).toMatch(/(?=.*\/avatars\/)(?=.*\/group-pictures\/)/s);

  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto('/chat');
  await expect(chatInList(later, 'Roof repairs').locator('img[src*="/group-pictures/"]')).toBeVisible();
  await expect.poll(() => drawn(later)).toBeGreaterThanOrEqual(2);

  await context.setOffline(false);
  await later.getByRole('button', { name: 'Logout' }).click();
  await expect(later.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect.poll(() => later.evaluate(() => caches.has('pictures'))).toBe(false);
});
