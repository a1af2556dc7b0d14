import { expect, type Locator, type Page } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { goToChat, isStored, say } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { message } from './helpers/message-acts.ts';
import { chooseForChat } from './helpers/new-chat.ts';
import { phone } from './helpers/phone.ts';
import { confirmByKeyboard, pressEscape, settled } from './helpers/settled.ts';
import { tells, toldOn } from './helpers/toasts.ts';

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** The name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

async function pressByKeyboard(pressed: Locator): Promise<void> {
  await expect(pressed).toBeEnabled();
  await pressed.focus();
  await pressed.press('Enter');
}

test('a button that waits for its answer keeps the focus, and is pressed once', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/profile');
  await page.getByLabel('Display Name').fill('Ruth Adeyemi-Okafor');
  const saving = await held(page, '**/api/update-profile', 'POST');
  await pressByKeyboard(button(page, 'Save Changes'));
  await page.keyboard.press('Enter');
  await saving.letGo();
  await tells(page, 'Profile updated successfully!');
  expect(await toldOn(page)).toEqual([]);
  await expect(button(page, 'Save Changes')).toBeFocused();

  await pressByKeyboard(button(page, 'Ask for deletion'));
  await confirmByKeyboard(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await pressByKeyboard(button(page, 'Withdraw my request'));
  await expect(button(page, 'Ask for deletion')).toBeFocused();

  await page.goto('/admin');
  const download = page.waitForEvent('download');
  await pressByKeyboard(button(page, 'Export CSV'));
  await download;
  await expect(button(page, 'Export CSV')).toBeFocused();
});

test('whoever removes a member from a group stays with the members', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Grace Wanjiru');
  for (const size of [{ width: 1280, height: 800 }, phone.size]) {
    const { page } = await signedIn('Ruth Adeyemi', { size, blank: true });
    await goToChat(page, ['Ben Boyd', 'Grace Wanjiru'], `Kitchen ${size.width}`);
    await pressByKeyboard(button(page, 'Chat Info'));
    const info = page.getByRole('complementary', { name: 'Chat Info' });
    await pressByKeyboard(info.getByRole('button', { name: 'Ben Boyd' }));
    await expect(page.getByRole('menuitem', { name: 'Send a message' })).toBeFocused();
    await page.getByRole('menuitem', { name: 'Remove from the group' }).press('Enter');
    await confirmByKeyboard(page);
    await expect(info.getByRole('button', { name: 'Ben Boyd' })).toBeHidden();
    await expect.poll(() => focused(page)).toBe('Members 2');
  }
});

test('whoever closes the info beside a chat is at the button that opens it', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  await pressByKeyboard(button(page, 'Chat Info'));
  await pressByKeyboard(button(page, 'Close chat info'));
  await expect(button(page, 'Chat Info')).toBeFocused();
});

test('whoever comes back from a message that a search has found is at the results', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ben Boyd', { ...phone, blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  await say(page, 'Bring the drums');
  await isStored(page, 'Bring the drums');
  const isFound = () => call(page, 'GET', '/api/chat/search?q=drums');
  await expect.poll(isFound).toMatchObject({ messages: [{ text: 'Bring the drums' }] });
  await page.goto('/chat');
  await page.getByRole('searchbox', { name: 'Search chats...' }).fill('drums');
  const result = page.getByRole('link', { name: 'Bring the drums' });
  await pressByKeyboard(result);
  await expect(message(page, 'Bring the drums')).toBeVisible();
  await pressByKeyboard(button(page, 'Back'));
  await expect(result).toBeFocused();
});

test('where one is among messages, and in a menu, is seen, with the exact time', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  for (const text of ['Bread', 'And rice']) await say(page, text);
  await isStored(page, 'And rice');
  await message(page, 'And rice').focus();
  await page.keyboard.press('ArrowUp');
  await expect(message(page, 'Bread')).toBeFocused();
  const said = await message(page, 'Bread').getByTitle(/ at /).getAttribute('title');
  const shown = message(page, 'Bread').locator('[data-exact]');
  expect(await shown.evaluate((frame) => getComputedStyle(frame, '::after').content)).toBe(`"${said}"`);

  await page.keyboard.press('Enter');
  for (const key of ['ArrowDown', 'End']) {
    await page.keyboard.press(key);
    const outline = () => page.locator('[role=menu] :focus').evaluate((item) => getComputedStyle(item).outlineStyle);
    await expect.poll(outline).toBe('solid');
  }
});

test('far up in a chat, Tab comes to a message that is in sight', async ({ signedIn, joined, base }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('مريم حداد');
  await goToChat(page, ['مريم حداد']);
  await fillChat(await databaseOf(base.dataDir), chatIdOf(page), await uidOf(page), 90);
  await page.reload();
  await expect(page.getByRole('log').locator('[data-seq="90"]')).toBeInViewport();
  const log = page.getByRole('log');
  await log.focus();
  // Lines further up are rendered gradually.
  await expect(async () => {
    await log.evaluate((scroller) => (scroller.scrollTop -= 1000));
    await expect(log.locator('[data-seq="80"]')).not.toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeVisible();
  await settled(page);
  await page.keyboard.press('Tab');
  const row = log.locator('article:focus');
  await expect(row).toBeInViewport();
  expect(Number(await row.getAttribute('data-seq'))).toBeLessThan(80);
  await page.keyboard.press('ArrowUp');
  await expect(row).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeFocused();
});

test('whatever the keyboard comes to in a long dialog is in sight, above its buttons', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  for (const crew of Array.from({ length: 9 }, (_, index) => `Crew ${index + 1}`))
    await call(page, 'POST', '/api/groups', { name: crew });
  await page.goto('/admin');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: 'Crew 9' })).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    for (let stop = 0; stop < 60 && !(await cancel.evaluate((one) => one === document.activeElement)); stop += 1) {
      await page.keyboard.press('Tab');
      expect(await seen(page), `stop ${stop} at ${size.width} px`).toBe(true);
    }
    await expect(cancel).toBeFocused();
    await pressEscape(page);
    await expect(dialog).toHaveCount(0);
  }
});

test('the key for searching begins no chat with whoever is chosen so far', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/home');
  await chooseForChat(page, ['Grace Wanjiru']);
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  await dialog.getByRole('searchbox').fill('Ben');
  await dialog.getByRole('searchbox').press('Enter');
  await settled(page);
  await expect(dialog.getByText('1 person selected')).toBeVisible();
  await dialog.getByRole('searchbox').fill('');
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
});

test('a mistyped address of a chat leads back to the list', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await page.goto('/chat/abc%22');
  await page.getByRole('link', { name: 'See all chats' }).click();
  await expect(button(page, 'Start a new chat')).toBeVisible();
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
});

test('whoever clears the bounds of a search stays at the search', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  await page.getByRole('searchbox').first().fill('ladders');
  await button(page, 'Narrow the search').click();
  await page.getByLabel('Since').fill('2026-01-01');
  await button(page, 'Clear').press('Enter');
  await expect(button(page, 'Clear')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeFocused();
});

test('“Try again” of a conversation keeps the focus, and shows that it tries', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  await goToChat(grace.page, ['Ruth Adeyemi']);
  await say(grace.page, 'Supper at seven');
  await isStored(grace.page, 'Supper at seven');
  // On a device that has never seen the chat, nothing is kept that could be shown instead.
  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 503/, blank: true });
  const messages = /\/api\/chat\/[^/]+\/messages/;
  const free = Promise.withResolvers<void>();
  let isAway = true;
  await page.route(messages, async (route) => {
    if (isAway) return route.fulfill({ status: 503 });
    await free.promise;
    return route.fallback();
  });
  await page.goto(`/chat/${chatIdOf(grace.page)}`);
  await expect(page.getByText('The messages could not be loaded. Nothing is lost.')).toBeVisible();
  isAway = false;
  await button(page, 'Try again').press('Enter');
  await expect(button(page, 'Try again')).toBeDisabled();
  await expect(button(page, 'Try again')).toBeFocused();
  free.resolve();
  await expect(message(page, 'Supper at seven')).toBeVisible();
});

/** Whether what has the focus, or its label, is in front where its middle is. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement ?? document.body;
    const { x, y, width, height } = one.getBoundingClientRect();
    const front = document.elementFromPoint(x + width / 2, y + height / 2);
    return one.contains(front) || one.closest('label')?.contains(front) === true;
  });

test('Escape in the search of a dialog clears the words, and only then closes what has been begun', async ({
  signedIn,
  joined,
}) => {
  await joined('Jonas Lindqvist', 'Kim Ha-eun');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/chat');
  await chooseForChat(page, ['Jonas Lindqvist']);
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  const search = dialog.getByRole('searchbox');
  await search.fill('Kim');
  await pressEscape(page);
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await expect(dialog.getByRole('checkbox', { name: 'Jonas Lindqvist' })).toBeChecked();
  await pressEscape(page);
  await expect(dialog).toBeHidden();
});
