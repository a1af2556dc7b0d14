import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { box, chatInList, goToChat, isStored, nothingWaits, openChat, say } from './helpers/chat.ts';
import { inOutbox } from './helpers/on-device.ts';
import { chooseInMenu } from './helpers/message-acts.ts';
import { getsTokensAlone } from './helpers/network.ts';
import { tells } from './helpers/toasts.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

/** A hotel's network, or a proxy whose servers restart, answers instead of the product. */
const welcome = { contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' };
const expected = either(networkAway, signedOut, /status of 40\d/);

/** Answers all calls of this kind in the server's place, until the returned function is called. */
async function answers(at: Page | BrowserContext, address: string, answer: object): Promise<() => Promise<void>> {
  await at.route(address, (route) => route.fulfill(answer));
  return () => at.unroute(address);
}

test('what answers in the server’s place signs nobody out, loses no message and takes no chat away', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  const ben = await signedIn('Ben Boyd', { expected, blank: true });
  await goToChat(ben.page, ['Ruth Adeyemi']);
  await say(ben.page, 'Before #hotel');
  await isStored(ben.page, 'Before #hotel');

  for (const [name, answer] of [
    ['404', { status: 404, ...welcome }],
    ['403', { status: 403, ...welcome }],
    ["a company's gateway", { status: 403, json: { message: 'Forbidden' } }],
    ['an empty success', { json: {} }],
  ] as const) {
    const end = await answers(ben.page, '**/api/chat/send', answer);
    const asked = ben.page.waitForResponse('**/api/chat/send');
    await say(ben.page, `Sent through ${name} #hotel`);
    await asked;
    await end();
    await isStored(ben.page, `Sent through ${name} #hotel`);
    await nothingWaits(ben.page);
  }

  await box(ben.page).fill('Still being written #hotel');
  const end = await answers(ben.page, '**/api/**', { status: 401, ...welcome });
  const refused = ben.page.waitForResponse((response) => response.status() === 401);
  await ben.page.reload();
  await refused;
  await expect(ben.page.getByRole('dialog', { name: 'Sign in required' })).toHaveCount(0);
  await expect(chatInList(ben.page, 'Ruth Adeyemi')).toBeVisible();
  await end();
  const endOfLists = await answers(ben.page, '**/api/chat', { json: {} });
  const list = ben.page.waitForResponse('**/api/chat');
  await ben.page.reload();
  await list;
  await endOfLists();
  await openChat(ben.page, 'Ruth Adeyemi');
  await expect(box(ben.page)).toHaveValue('Still being written #hotel');
  await say(ben.page, 'After #hotel');
  await isStored(ben.page, 'After #hotel');
});

test('an empty success in answer to who is signed in takes nothing from the device, and signs no other tab out', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page, context } = await signedIn('Mateo Quispe Mamani', { expected, blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByLabel('Name')).toHaveValue('Mateo Quispe Mamani');

  // The other tab sends what it finds waiting when it begins.
  const letSends = await answers(context, '**/api/chat/send', { status: 503, ...welcome });
  await say(page, 'Waits until it can be sent');
  await expect.poll(() => inOutbox(page)).toBe(1);
  await box(page).fill('Still being written');
  await getsTokensAlone(page);
  const letMe = await answers(page, '**/api/me', { json: {} });
  const asked = page.waitForResponse('**/api/me');
  await page.reload();
  await asked;
  await letMe();
  await letSends();
  await isStored(page, 'Waits until it can be sent');
  await expect(box(page)).toHaveValue('Still being written');
  await expect(other.getByLabel('Name')).toHaveValue('Mateo Quispe Mamani');
  await expect(other.getByRole('dialog', { name: 'Sign in required' })).toHaveCount(0);
});

test('an empty success in answer to a page of messages, an edit or a saved profile is not taken for one', async ({
  signedIn,
}) => {
  const jonas = await signedIn('Jonas Lindqvist', { expected, blank: true });
  const { page } = await signedIn('Tevita Fifita', { expected, blank: true });
  await goToChat(page, ['Jonas Lindqvist']);
  await say(page, 'The nets are dry');
  await isStored(page, 'The nets are dry');

  const letMessages = await answers(jonas.page, '**/api/chat/*/messages*', { json: {} });
  await openChat(jonas.page, 'Tevita Fifita');
  await expect(jonas.page.getByText('The messages could not be loaded. Nothing is lost.')).toBeVisible();
  await letMessages();
  await isStored(jonas.page, 'The nets are dry');

  await chooseInMenu(page, 'The nets are dry', 'Edit');
  await box(page).fill('The nets are mended');
  const letEdits = await answers(page, '**/api/chat/*/messages/*', { json: {} });
  await box(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be saved' })).toBeVisible();
  await expect(box(page)).toHaveValue('The nets are mended');
  await letEdits();
  await box(page).press('Enter');
  await isStored(page, 'The nets are mended');

  await page.goto('/profile');
  const letProfile = await answers(page, '**/api/update-profile', { json: {} });
  await page.getByLabel('Phone').fill('4155550199');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await tells(page, 'Failed to update profile');
  await letProfile();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await tells(page, 'Profile updated successfully!');
});
