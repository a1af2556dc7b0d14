import { type BrowserContext, expect, type Page } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { backOnline, test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import {
  box,
  chatInList,
  goToChat,
  isStored,
  openChat,
  openLiveChat,
  say,
  showsExactly,
  unreadInList,
} from './helpers/chat.ts';
import { rest, scroll } from './helpers/touch.ts';
import { held } from './helpers/held-answers.ts';
import { changeChat, chooseInMenu, menu, message, pill } from './helpers/message-acts.ts';
import { phone } from './helpers/phone.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway, takenOut } from './helpers/watch.ts';

test('one reacts by the right button, by the button that shows, by the keyboard and by the pill', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const jonas = await signedIn('Jonas Lindqvist', { blank: true });
  await goToChat(ruth.page, ['Jonas Lindqvist']);
  await say(ruth.page, 'Pray for the rain #react');
  await openChat(jonas.page, 'Ruth Adeyemi');

  await message(jonas.page, '#react').getByText('#react').click({ button: 'right' });
  await expect(menu(jonas.page).getByRole('menuitemcheckbox')).toHaveCount(5);
  await menu(jonas.page).getByRole('menuitemcheckbox', { name: 'Pray' }).click();
  await expect(menu(jonas.page)).toBeHidden();
  await expect(pill(jonas.page, '#react', 'Pray, 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(pill(ruth.page, '#react', 'Pray, 1')).toHaveAttribute('aria-pressed', 'false');

  await message(jonas.page, '#react').hover();
  await message(jonas.page, '#react').getByRole('button', { name: 'React and more' }).click();
  await menu(jonas.page).getByRole('menuitemcheckbox', { name: 'Heart' }).click();
  await expect(pill(ruth.page, '#react', 'Heart, 1')).toBeVisible();

  await pill(ruth.page, '#react', 'Pray, 1').click();
  await expect(pill(ruth.page, '#react', 'Pray, 2')).toHaveAttribute('aria-pressed', 'true');
  await expect(pill(jonas.page, '#react', 'Pray, 2')).toBeVisible();
  await pill(jonas.page, '#react', 'Heart, 1').click();
  await expect(pill(ruth.page, '#react', 'Heart')).toHaveCount(0);

  await message(ruth.page, '#react').press('Enter');
  await expect(menu(ruth.page).getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await ruth.page.keyboard.press('ArrowLeft');
  await expect(menu(ruth.page).getByRole('menuitemcheckbox', { name: 'Party' })).toBeFocused();
  await ruth.page.keyboard.press('Enter');
  await expect(pill(jonas.page, '#react', 'Party, 1')).toBeVisible();
  await expect(message(ruth.page, '#react')).toBeFocused();
  await expect(message(ruth.page, '#react')).toHaveAccessibleName(/^You, .*Pray for the rain #react, .*2.*yours too/);

  await ruth.page.reload();
  await expect(pill(ruth.page, '#react', 'Party, 1')).toHaveAttribute('aria-pressed', 'true');
});

test('a reaction that does not get through waits, through a reload, and arrives once', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: /ERR_FAILED/, blank: true });
  const bo = await signedIn('bo@base.example', { blank: true });
  await goToChat(ruth.page, ['bo@base.example']);
  await say(ruth.page, 'Boat at nine #offline');
  await isStored(ruth.page, '#offline');
  await openChat(bo.page, 'Ruth Adeyemi');
  await ruth.page.route('**/api/chat/react', (route) => route.abort());
  await message(ruth.page, '#offline').getByText('#offline').click({ button: 'right' });
  await menu(ruth.page).getByRole('menuitemcheckbox', { name: 'Thumbs up' }).click();
  await expect(pill(ruth.page, '#offline', 'Thumbs up, 1')).toBeVisible();
  await ruth.page.reload();
  await expect(pill(ruth.page, '#offline', 'Thumbs up, 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(pill(bo.page, '#offline', 'Thumbs up')).toHaveCount(0);
  await ruth.page.unroute('**/api/chat/react');
  await expect(pill(bo.page, '#offline', 'Thumbs up, 1')).toBeVisible();
  await expect(pill(ruth.page, '#offline', 'Thumbs up, 1')).toHaveAttribute('aria-pressed', 'true');
});

test('on a phone a finger that rests opens the menu, and one that scrolls does not', async ({ signedIn }) => {
  const bo = await signedIn('bo@base.example', { ...phone, blank: true });
  const ana = await signedIn('Ana Lúcia Ferreira', { blank: true });
  await goToChat(ana.page, ['bo@base.example']);
  for (let line = 1; line <= 25; line += 1) await say(ana.page, `Line ${line} #long-press`);
  await bo.page.goto('/chat');
  await unreadInList(bo.page, 'Ana Lúcia Ferreira', 25);
  await chatInList(bo.page, 'Ana Lúcia Ferreira').tap();
  const line = message(bo.page, 'Line 6 #long-press');
  await expect(line).toBeInViewport();
  // The lines below are rendered gradually.
  await expect(message(bo.page, 'Line 25 #long-press')).toBeAttached();
  await settled(bo.page);

  await rest(bo.page, line.getByText('Line 6'), () => expect(menu(bo.page)).toBeVisible());
  await expect(menu(bo.page)).toBeVisible();
  expect(await bo.page.evaluate(() => getSelection()?.toString())).toBe('');
  expect(await barriers(bo.page)).toEqual([]);
  await menu(bo.page).getByRole('menuitemcheckbox', { name: 'Laugh' }).tap();
  await expect(pill(ana.page, 'Line 6 #long-press', 'Laugh, 1')).toBeVisible();

  // Longer than it could take: the absence of a change can only be waited for.
  await scroll(bo.page, line.getByText('Line 6'), -80, () => bo.page.waitForTimeout(700));
  await expect(menu(bo.page)).toHaveCount(0);
});

test('a long message is folded, and any can be copied', async ({ signedIn, joined }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { blank: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await joined('Kim Ha-eun');
  await goToChat(page, ['Kim Ha-eun']);
  const long = `Beginning ${'and so on '.repeat(200)}the very end`;
  await say(page, long);
  const said = message(page, 'Beginning');
  await expect(said.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-expanded', 'false');
  await expect(said).not.toContainText('the very end');
  await said.getByRole('button', { name: 'Show more' }).click();
  await expect(said).toContainText('the very end');
  await said.getByRole('button', { name: 'Show less' }).click();
  await expect(said).not.toContainText('the very end');

  await chooseInMenu(page, 'Beginning', 'Copy text');
  await tells(page, 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(long);
});

test('what happens to a group is told as lines of their own, with names', async ({ signedIn }) => {
  const haeun = await signedIn('Kim Ha-eun', { expected: takenOut });
  const bo = await signedIn('bo@base.example', { expected: takenOut });
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(ruth.page, ['bo@base.example', 'Kim Ha-eun'], 'Before');
  await changeChat(ruth.page, { name: 'Harvest' });
  await changeChat(ruth.page, { remove: [await uidOf(haeun.page)] });
  await changeChat(ruth.page, { add: [await uidOf(haeun.page)] });
  await changeChat(ruth.page, { remove: [await uidOf(bo.page)] });
  const log = ruth.page.getByRole('log');
  await expect(log.getByText('You named the chat “Harvest”')).toBeVisible();
  await expect(log.getByText('You added Kim Ha-eun')).toBeVisible();
  await expect(log.getByText(/^You removed Bo/)).toBeVisible();
  await openChat(haeun.page, 'Harvest');
  await expect(haeun.page.getByRole('log').getByText('Ruth Adeyemi added you')).toBeVisible();
  await changeChat(haeun.page, { remove: [await uidOf(haeun.page)] });
  await expect(log.getByText('Kim Ha-eun left')).toBeVisible();
  await expect(log.getByRole('article')).toHaveCount(0);
  expect(await barriers(ruth.page)).toEqual([]);
});

test('the keyboard alone goes from message to message, and back to the box', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Grace Wanjiru', { blank: true });
  await joined('Leilani Kealoha-Nakamura');
  await goToChat(page, ['Leilani']);
  for (const text of ['one', 'two', 'three']) await say(page, `Step ${text}`);
  await showsExactly(page, 'Step', ['Step one', 'Step two', 'Step three']);
  await isStored(page, 'Step three');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(message(page, 'Step three')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(message(page, 'Step one')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu(page).getByRole('menuitem', { name: 'Reply' })).toBeFocused();
  await pressEscape(page);
  await expect(menu(page)).toBeHidden();
  await expect(message(page, 'Step one')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('Answered');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Answered').getByRole('link')).toContainText('Step one');
});

declare global {
  var timesWritten: number;
}

/** Counts how often a page formats a time: drawing a message does so each time. */
const countTimes = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { formatToParts } = Intl.DateTimeFormat.prototype;
    globalThis.timesWritten = 0;
    Intl.DateTimeFormat.prototype.formatToParts = function (this: Intl.DateTimeFormat, instant?: Date | number) {
      globalThis.timesWritten += 1;
      return formatToParts.call(this, instant);
    };
  });

/** How often this page formats a time while a message of this person arrives. */
async function writesDuring(
  page: Page,
  from: Page,
  { chatId, text }: { chatId: string; text: string },
): Promise<number> {
  await settled(page);
  await page.evaluate(() => void (globalThis.timesWritten = 0));
  await call(from, 'POST', '/api/chat/send', { chatId, text });
  await expect(page.getByText(text).first()).toBeVisible();
  await settled(page);
  const written = await page.evaluate(() => globalThis.timesWritten);
  expect(written, 'counts at least the time of the message').toBeGreaterThan(0);
  return written;
}

/** One group of this person, `other` and each selection of `others`, because the same people share only one chat. */
async function groupsOf(page: Page, other: string, others: string[]): Promise<string[]> {
  const people = (await call(page, 'GET', '/api/users')) as { uid: string; displayName: string }[];
  const idOf = (name: string) => people.find(({ displayName }) => displayName === name)?.uid ?? '';
  const chats: string[] = [];
  for (let selection = 1; selection <= 2 ** others.length; selection += 1) {
    const chosen = others.filter((_, place) => (selection >> place) % 2 === 1);
    const group = { users: [other, ...chosen].map(idOf), isGroup: true, name: `Boat ${selection}` };
    const { id } = (await call(page, 'POST', '/api/chat/create', group)) as { id: string };
    await call(page, 'POST', '/api/chat/send', { chatId: id, text: `Crew ${selection}` });
    chats.push(id);
  }
  return chats;
}

test('a message that comes, here or in another chat, draws none of the others anew', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page: ruth } = await signedIn('Ruth Adeyemi', { blank: true });
  const { page: grace, context } = await signedIn('Grace Wanjiru', { blank: true });
  await goToChat(ruth, ['Ben Boyd', 'Grace Wanjiru'], 'Kitchen');
  const kitchen = chatIdOf(ruth);
  await goToChat(ruth, ['Grace Wanjiru']);
  const direct = chatIdOf(ruth);
  const before = 30;
  for (let count = 1; count <= before; count += 1)
    await call(ruth, 'POST', '/api/chat/send', { chatId: direct, text: `Plate ${count}` });
  await countTimes(context);
  await openLiveChat(grace, 'Ruth Adeyemi');
  await expect(grace.getByRole('article')).toHaveCount(before);

  expect(await writesDuring(grace, ruth, { chatId: direct, text: 'The last plate' })).toBeLessThan(before);
  expect(await writesDuring(grace, ruth, { chatId: kitchen, text: 'Who cooks?' })).toBeLessThan(before);
});

test('a chat that moves up in the list draws none of the others anew', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Kim Ha-eun', 'Tevita Fifita');
  const { page: ruth } = await signedIn('Ruth Adeyemi', { blank: true });
  const { page: grace, context } = await signedIn('Grace Wanjiru', { blank: true });
  const chats = await groupsOf(ruth, 'Grace Wanjiru', ['Ben Boyd', 'Kim Ha-eun', 'Tevita Fifita']);
  await countTimes(context);
  await openLiveChat(grace, 'Boat 8');
  const entries = grace.getByRole('region', { name: 'Chats' }).getByRole('listitem');
  await expect(entries.nth(chats.length - 1)).toBeVisible();

  const [oldest = ''] = chats;
  expect(await writesDuring(grace, ruth, { chatId: oldest, text: 'Cast off' })).toBeLessThan(chats.length);
  await expect(entries.first()).toContainText('Cast off');
});

test('earlier versions that cannot be had are asked for again, without a network are not called loading, and come when one is back', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true, expected: networkAway });
  await joined('Grace Wanjiru');
  await goToChat(ruth.page, ['Grace Wanjiru']);
  for (const text of ['Tea at four', 'Cake at five']) {
    await say(ruth.page, text);
    await isStored(ruth.page, text);
    await chooseInMenu(ruth.page, text, 'Edit');
    await say(ruth.page, `${text}, inside`);
  }
  const versionsOf = (text: string) => message(ruth.page, text).getByRole('button', { name: 'edited' }).click();
  const history = ruth.page.getByRole('dialog', { name: 'Versions of this message' });
  const versions = '**/api/chat/*/messages/*/versions';
  await ruth.page.route(versions, (route) => route.fulfill({ status: 500, json: { error: 'away', code: 'internal' } }));
  await versionsOf('Tea at four');
  const again = history.getByRole('button', { name: 'Try again' });
  await again.focus();
  const asked = await held(ruth.page, versions, 'GET');
  await again.press('Enter');
  await asked.come;
  await expect(again).toBeFocused();
  await asked.letGo();
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await pressEscape(ruth.page);

  await ruth.page.unroute(versions);
  await ruth.context.setOffline(true);
  await versionsOf('Cake at five');
  await expect(history.getByText('You’re offline. Earlier versions will load when you’re back.')).toBeVisible();
  await backOnline(ruth);
  await expect(history.getByRole('listitem')).toHaveCount(2);
});
