import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { chatInList, goToChat, isStored, say, showsExactly } from './helpers/chat.ts';
import { document, handOver, picture, type DeviceFile } from './helpers/files.ts';
import { phone } from './helpers/phone.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

/** The browser's console message about an answer that the test fakes. */
const madeUp = /status of (413|500)|ERR_FAILED|Failed to fetch/;

const avatarButton = (page: Page) => page.getByRole('button', { name: 'Change your picture' });
const modal = (page: Page) => page.getByRole('dialog', { name: 'Your picture' });
const upload = (page: Page) => modal(page).getByRole('button', { name: 'Upload', exact: true });
const zoom = (page: Page) => modal(page).getByRole('slider', { name: 'Zoom' });

async function openModal(page: Page): Promise<void> {
  await page.goto('/profile');
  await avatarButton(page).click();
  await expect(modal(page)).toBeVisible();
}

async function choose(page: Page, file: DeviceFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await modal(page).locator('button', { hasText: 'Choose an' }).click();
  await (await choosing).setFiles(file);
}

/** Shows a picture from our own server, not initials. */
async function showsAvatar(place: Locator): Promise<void> {
  const avatar = place.locator('img[src^="/api/media/avatars/"]').first();
  await expect
    .poll(() => avatar.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0);
}

test('a picture that is dropped beside the place for it does not take the place of the page', async ({ signedIn }) => {
  const { page } = await signedIn('bo@base.example');
  await openModal(page);
  expect(await handOver(page, 'drop', [picture('me.png')], modal(page).getByRole('heading'))).toBe(true);
  await pressEscape(page);
  await expect(modal(page)).toBeHidden();
  expect(await handOver(page, 'drop', [picture('me.png')], page.locator('body'))).toBe(true);
});

test('the avatar modal refuses what is not a picture, or too large, in the words of the specification', async ({
  signedIn,
}) => {
  const { page } = await signedIn('bo@base.example', { expected: madeUp });
  await openModal(page);
  await upload(page).click();
  await tells(page, 'No file selected');
  await choose(page, document('notes.txt'));
  await tells(page, 'Only images allowed');
  await choose(page, { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_153) });
  await tells(page, 'Image too large. Must be under 2MB.');
  await expect(zoom(page)).toBeHidden();

  await choose(page, picture('me.png'));
  await expect(zoom(page)).toBeVisible();
  const answers = [
    ['Image too large. Use one under 2MB.', { status: 413, json: { error: 'too large', code: 'too_large' } }],
    ['Upload failed.', { status: 500, json: { error: 'oh', code: 'internal' } }],
  ] as const;
  for (const [words, answer] of answers) {
    await page.route('**/api/upload-avatar', (route) => route.fulfill(answer));
    await upload(page).click();
    await tells(page, words);
    await page.unroute('**/api/upload-avatar');
  }
  await page.route('**/api/upload-avatar', (route) => route.abort());
  await upload(page).click();
  await tells(page, 'Unexpected error during upload.');

  await pressEscape(page);
  await expect(modal(page)).toBeHidden();
  await expect(avatarButton(page)).toBeFocused();
  await avatarButton(page).click();
  await expect(modal(page)).toBeVisible();
  await expect(zoom(page)).toBeHidden();
});

for (const [whose, address, open] of [
  ['one’s own', '**/api/upload-avatar', (page: Page) => openModal(page)],
  [
    'a group’s',
    '**/api/chat/*/picture',
    async (page: Page) => {
      await goToChat(page, ['Ben Boyd', 'Grace Wanjiru'], 'Harbour');
      await page.getByRole('button', { name: 'Chat Info' }).click();
      await page.getByRole('button', { name: 'Change group picture' }).click();
    },
  ],
] as const)
  test(`an upload of ${whose} picture can be called back while it is on its way`, async ({ signedIn, joined }) => {
    await joined('Ben Boyd', 'Grace Wanjiru');
    const { page } = await signedIn('Jonas Lindqvist', { blank: true });
    await open(page);
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(picture('me.png'));
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeVisible();
    // Never answered: it stays in progress for as long as the test needs.
    await page.route(address, () => undefined);
    const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
    const begun = page.waitForRequest(address);
    await upload.click();
    const request = await begun;
    const ended = page.waitForEvent('requestfailed', (one) => one === request);
    await dialog.getByRole('button', { name: 'Cancel upload' }).click();
    await ended;
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeEnabled();
    await settled(page);
    expect(await toldOn(page)).toEqual([]);

    await page.unroute(address);
    await upload.click();
    await expect(dialog).toBeHidden();
    expect(await toldOn(page)).toEqual([expect.stringMatching(/uploaded|changed/)]);
  });

test('an avatar is cropped by keyboard alone, and is then seen everywhere, by others too', async ({ signedIn }) => {
  const ana = await signedIn('Ana Lúcia Ferreira', { blank: true });
  const olena = await signedIn('Олена Шевченко', { blank: true });
  await goToChat(ana.page, ['Олена']);
  await say(ana.page, 'Before #avatar');
  await isStored(ana.page, 'Before #avatar');
  await ana.page.goto('/profile');
  await avatarButton(ana.page).press('Enter');
  await expect(modal(ana.page)).toBeVisible();
  const choosing = ana.page.waitForEvent('filechooser');
  await modal(ana.page).locator('button', { hasText: 'Choose an' }).press('Enter');
  await (await choosing).setFiles(picture('me.png', [900, 600], [150, 60, 90]));

  await expect(zoom(ana.page)).toHaveAttribute('min', '1');
  await expect(zoom(ana.page)).toHaveAttribute('max', '3');
  await expect(zoom(ana.page)).toHaveAttribute('step', '0.01');
  // The button that had the focus is gone: the dialog takes it a frame later.
  await settled(ana.page);
  await zoom(ana.page).press('ArrowRight');
  await expect(zoom(ana.page)).toHaveValue('1.01');
  await zoom(ana.page).press('End');
  await expect(zoom(ana.page)).toHaveValue('3');
  const sending = ana.page.waitForRequest('**/api/upload-avatar');
  await upload(ana.page).press('Enter');
  expect((await sending).headers()['content-type']).toMatch(/^multipart\/form-data/);
  await tells(ana.page, 'Avatar uploaded!');
  await expect(modal(ana.page)).toBeHidden();
  await expect(avatarButton(ana.page)).toBeFocused();
  await showsAvatar(avatarButton(ana.page));
  await showsAvatar(ana.page.getByRole('complementary', { name: 'Sidebar' }));
  await ana.page.reload();
  await showsAvatar(ana.page.getByRole('complementary', { name: 'Sidebar' }));

  await olena.page.goto('/chat');
  await showsAvatar(chatInList(olena.page, 'Ana Lúcia Ferreira'));
  await chatInList(olena.page, 'Ana Lúcia Ferreira').click();
  await showsExactly(olena.page, '#avatar', ['Before #avatar']);
  await showsAvatar(olena.page.getByRole('region', { name: 'Ana Lúcia Ferreira' }));
});

test('a picture that could not be loaded is there when the connection is, though the device knew of no fault', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Jonas Lindqvist', { expected: networkAway });
  await openModal(page);
  await choose(page, picture('me.png'));
  await upload(page).click();
  await showsAvatar(avatarButton(page));

  let isAway = true;
  let failures = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => void (isAway ? socket.close() : socket.connectToServer()));
  await page.route('**/api/media/avatars/**', async (route) => {
    if (!isAway) return route.fallback();
    await route.abort();
    failures += 1;
  });
  await page.goto('/groups');
  const place = page.getByRole('complementary', { name: 'Sidebar' });
  // It is requested three times.
  await expect.poll(() => failures).toBeGreaterThanOrEqual(3);
  await expect(place.locator('img')).toHaveCount(0);
  isAway = false;
  await showsAvatar(place);
});

test('on a phone an avatar is chosen by touch', async ({ signedIn }) => {
  const { page } = await signedIn('Mateo Quispe Mamani', {
    ...phone,
    blank: true,
  });
  await page.goto('/profile');
  await avatarButton(page).tap();
  await choose(page, picture('me.png', [600, 900]));
  await modal(page).getByRole('button', { name: 'Zoom in' }).tap();
  await expect(zoom(page)).toHaveValue('1.1');
  await upload(page).tap();
  await tells(page, 'Avatar uploaded!');
  await showsAvatar(avatarButton(page));
});
