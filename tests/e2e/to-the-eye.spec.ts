import { expect, type Locator, type Page } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { box, chatInList, goToChat, isStored, openLiveChat, say } from './helpers/chat.ts';
import { chooseInMenu } from './helpers/message-acts.ts';
import { settled } from './helpers/settled.ts';
import { areaOf, areasOf, edgeOf, setTextSize } from './helpers/layout.ts';

const phone = { size: { width: 320, height: 640 }, touch: true };
const longName = 'Maximiliana Konstantinowna Featherstonehaugh-Wijayasekara de Albuquerque';

/** The area of the words themselves, without padding. */
const areaOfWords = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(right) };
  });

const wordsBegin = async (element: Locator) => (await areaOfWords(element)).left;

const opacityOf = (element: Locator) => element.evaluate((one) => Number(getComputedStyle(one).opacity));

async function pressed(page: Page, element: Locator): Promise<number> {
  await element.hover();
  await page.mouse.down();
  const opacity = await opacityOf(element);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  return opacity;
}

test('what is pressed shows it at once, and what cannot be pressed does not', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/profile');
  await expect(page.getByLabel('Display Name')).toHaveValue('Ruth Adeyemi');
  for (const element of [
    page.getByRole('button', { name: 'Logout' }),
    page.getByRole('link', { name: 'Groups' }),
    page.getByRole('button', { name: 'Change your picture' }),
  ]) {
    expect(await opacityOf(element)).toBe(1);
    expect(await pressed(page, element)).toBeLessThan(0.8);
  }
  expect(await pressed(page, page.getByRole('button', { name: 'Save Changes' }))).toBe(1);
});

/** Types for as long as `look` takes: typing is shown only for some seconds unless it continues. */
async function whileTyping(writer: Page, look: () => Promise<void>): Promise<void> {
  let isLooking = true;
  const type = async () => {
    while (isLooking) await box(writer).pressSequentially('I ', { delay: 200 });
  };
  await Promise.all([type(), look().finally(() => (isLooking = false))]);
}

test('messages scroll down to the box, and the line about who types covers none of them at rest', async ({
  signedIn,
  joined,
}) => {
  await joined(longName);
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await goToChat(page, [longName]);
  for (let count = 1; count <= 12; count++) await say(page, `Said ${count} of twelve`);
  await isStored(page, 'Said 12 of twelve');
  const log = page.getByRole('log');
  const [written, said] = await areasOf(box(page), log);
  expect(written.y - said.bottom).toBeLessThan(16);

  const { page: hers } = await signedIn(longName, { blank: true });
  await openLiveChat(hers, 'Ruth Adeyemi');
  // Typing is shown to nobody before the server knows that the chat is open.
  for (const reader of [page, hers]) await expect(reader.getByText('Here now')).toBeAttached();
  await whileTyping(hers, async () => {
    const line = page.locator('[data-typing]');
    await expect(line).toHaveText(`${longName} is typing...`);
    const [time, typing] = await areasOf(log.getByRole('time').last(), line);
    expect(time.bottom).toBeLessThanOrEqual(typing.y);
    // However long the name is, what she does can be read.
    const overhang = await line.evaluate((one) => {
      const does = document.createRange();
      does.selectNodeContents(one.lastChild ?? one);
      return does.getBoundingClientRect().right - one.getBoundingClientRect().right;
    });
    expect(overhang).toBeLessThanOrEqual(0);
  });
});

test('name, words and time of a message begin in one line; a lone emoji is large', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Bo');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Ben Boyd', 'Bo'], 'Kitchen');
  const { page: bens } = await signedIn('Ben Boyd', { blank: true });
  await openLiveChat(bens, 'Kitchen');
  await say(bens, 'Good morning');
  const message = page.getByRole('log').getByRole('article').filter({ hasText: 'Good morning' });
  const begin = await wordsBegin(message.getByText('Good morning'));
  expect(await wordsBegin(message.getByText('Ben Boyd'))).toBe(begin);
  expect(await wordsBegin(message.getByRole('time'))).toBe(begin);

  await say(bens, '🎉');
  await expect(page.getByRole('log').getByText('🎉', { exact: true })).toHaveCSS('font-size', '31px');
  await expect(page.getByRole('log').getByText('Good morning')).toHaveCSS('font-size', '17px');
});

test('the time of a chat ends where the count below it ends, however wide that is', async ({ signedIn, base }) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  const chatId = chatIdOf(page);
  await fillChat(await databaseOf(base.dataDir), chatId, await uidOf(page), 120);
  await call(page, 'POST', '/api/chat/send', { chatId, text: 'For you', mentions: [await uidOf(ruth.page)] });
  await ruth.page.goto('/chat');
  const chat = chatInList(ruth.page, 'Tevita Fifita');
  const count = await areaOf(chat.getByText('@ 99+').locator('..'));
  const time = await areaOfWords(chat.getByRole('time'));
  expect(Math.abs(time.right - count.x - count.width)).toBeLessThanOrEqual(1);
});

test('no part of the console’s menu moves when another one is the current one', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  const menu = page.getByRole('navigation', { name: 'Admin Console' });
  const last = menu.getByRole('link', { name: 'Audit log' });
  await page.goto('/admin');
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  const before = await areaOf(last);
  await menu.getByRole('link', { name: 'Deletion requests' }).click();
  await expect(menu.getByRole('link', { name: 'Users' })).not.toHaveAttribute('aria-current', 'page');
  expect(await areaOf(last)).toEqual(before);
});

test('the title and the way out of a dialog stay while the rest scrolls', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  for (let count = 1; count <= 12; count++) await call(page, 'POST', '/api/groups', { name: `Team ${count}` });
  await page.goto('/admin');
  const sections = page.getByRole('navigation', { name: 'Admin Console' });
  const moreBeside = await edgeOf(sections, 'right');
  await sections.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
  expect(await edgeOf(sections, 'right'), 'a shade tells that there is more').not.toBe(moreBeside);

  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  await setTextSize(page, 32);
  const [note, group] = await areasOf(dialog.getByText('Everyone is a member'), dialog.getByText('All Staff'));
  expect(note.y).toBeGreaterThanOrEqual(group.bottom - 1);
  await setTextSize(page, 16);
  await dialog.getByRole('button', { name: 'Edit Team 9' }).tap();
  await expect(dialog.getByText('Groups of Ruth Adeyemi')).not.toBeInViewport();
  await expect(dialog.getByRole('heading', { name: 'Manage Groups' })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(dialog).toBeHidden();
});

test('the way out of a dialog is at its top, beside a title of several lines', async ({ signedIn, joined }) => {
  const name = 'Sunday Evening Youth Worship and Hospitality Team of the Southern Islands';
  await joined('Ben Boyd', 'Grace Wanjiru', 'Tevita Fifita');
  const { page } = await signedIn('Ruth Adeyemi', { size: phone.size, blank: true });
  await goToChat(page, ['Ben Boyd', 'Grace Wanjiru', 'Tevita Fifita'], name);
  await page.goto('/chat');
  await chatInList(page, name).click({ button: 'right' });
  const dialog = page.getByRole('dialog', { name });
  await settled(page);
  const [title, close] = await areasOf(
    dialog.getByRole('heading', { name }),
    dialog.getByRole('button', { name: 'Close' }),
  );
  expect(title.height).toBeGreaterThan(close.height);
  expect(close.y).toBe(title.y);
});

test('with text of twice the size, whole acts and questions are on a phone', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  for (const size of [phone.size, { width: 390, height: 844 }]) {
    const { page } = await signedIn('Ruth Adeyemi', { size, touch: true, blank: true });
    await goToChat(page, ['Grace Wanjiru']);
    const text = `${size.width}: ${'We leave at six from the back gate. '.repeat(5)}`.trim();
    await say(page, text);
    await isStored(page, text);
    await setTextSize(page, 32);
    await chooseInMenu(page, text, 'Delete');
    const quote = page.getByRole('dialog').getByRole('blockquote');
    const height = await quote.evaluate((one) => Math.min(one.scrollHeight, 200));
    expect((await areaOf(quote)).height).toBeGreaterThan(height - 1);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();

    await page.goto('/admin');
    const role = page.getByRole('button', { name: 'Make admin: Grace Wanjiru' });
    await role.scrollIntoViewIfNeeded();
    const { x, width } = await areaOf(role);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(size.width);
  }
});

test('what leads to the newest messages covers no act of the chat, however low the screen is', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 844, height: 390 }, touch: true, blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  for (let count = 1; count <= 12; count++) await say(page, `Line ${count}`);
  await isStored(page, 'Line 12');
  const jump = page.getByRole('button', { name: 'Jump to newest' });
  const info = page.getByRole('button', { name: 'Chat Info' });
  for (const height of [390, 260, 200, 180]) {
    await page.setViewportSize({ width: 844, height });
    await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0));
    await expect(jump).toBeVisible();
    const [below, above] = await areasOf(jump, info);
    expect(below.y, `${height} px high`).toBeGreaterThanOrEqual(above.bottom);
  }
});

test('a question about what is deleted opens at its beginning, with its answers, however low the screen is', async ({
  signedIn,
}) => {
  for (const [width, height] of [
    [667, 331],
    [568, 280],
    [320, 568],
  ] as const) {
    const { page } = await signedIn('Ruth Adeyemi', { size: { width, height }, touch: true, blank: true });
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Ask for deletion' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Ask for your data to be deleted?' });
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeFocused();
    await settled(page);
    expect(await dialog.evaluate((one) => one.scrollTop), `${width} × ${height}`).toBe(0);
    await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
    for (const button of [cancel, dialog.getByRole('button', { name: 'Ask for deletion' })])
      await expect(button).toBeInViewport({ ratio: 1 });
  }
});

test('names in one line are cut at its end only: letters reach above and below it', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  const name = 'فريق الصلاة والتسبيح '.repeat(4).trim();
  await goToChat(page, ['Ben Boyd', 'Grace Wanjiru'], name);
  await say(page, name);
  await isStored(page, name);
  const inList = chatInList(page, name);
  for (const line of [
    inList.getByText(name).first(),
    inList.getByText(name).last(),
    page.getByRole('heading', { name }),
  ]) {
    await expect(line).toHaveCSS('overflow-y', 'visible');
    expect(await line.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  }
});

/** How far the mark of the focus reaches outside this element. */
const markAround = (focused: Locator) =>
  focused.evaluate((one) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(one);
    return Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  });

test('the mark of the focus is whole around the first link beside the page', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi');
  const links = page.getByRole('navigation', { name: 'Main' });
  const home = links.getByRole('link', { name: 'Home' });
  await home.focus();
  const [link, around] = await areasOf(home, links.locator('..'));
  expect(link.y - (await markAround(home))).toBeGreaterThanOrEqual(around.y);
});

test('on the smallest phone, the mark of the focus is whole around what opens a chat’s menu', async ({
  signedIn,
  joined,
}) => {
  await joined('Mateo Quispe');
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 320, height: 568 }, touch: true, blank: true });
  await goToChat(page, ['Mateo Quispe']);
  await page.goto('/chat');
  const entry = chatInList(page, 'Mateo Quispe').locator('..');
  const menu = entry.getByRole('button');
  await menu.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(menu).toBeFocused();
  await expect(menu).toHaveCSS('outline-style', 'solid');
  const mark = await markAround(menu);
  const [button, row] = await areasOf(menu, entry);
  expect(button.x + button.width + mark).toBeLessThanOrEqual(row.x + row.width);
  expect(button.y + button.height + mark).toBeLessThanOrEqual(row.y + row.height);
});
