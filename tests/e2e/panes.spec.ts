import { expect, type Locator } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { box, chatInList, goToChat } from './helpers/chat.ts';
import { phone } from './helpers/phone.ts';
import { settled } from './helpers/settled.ts';
import { brokenWords } from './helpers/layout.ts';

/** How the words in the box of a narrow pane look, without its edges. */
async function lookOf(element: Locator): Promise<string> {
  const { x, y } = (await element.boundingBox()) ?? { x: 0, y: 0 };
  const picture = await element.page().screenshot({ clip: { x: x + 36, y: y + 8, width: 140, height: 28 } });
  return picture.toString('base64');
}

test('two taps on Back at once, while the page is busy, lead to the list and no further', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ben Boyd', phone);
  await goToChat(page, ['Grace Wanjiru']);
  await page.goto('/home');
  await page.goto('/chat');
  await chatInList(page, 'Grace Wanjiru').tap();
  await page.getByRole('button', { name: 'Back' }).evaluate((back: HTMLButtonElement) => {
    for (let taps = 0; taps < 2; taps += 1) back.click();
  });
  await expect(page).toHaveURL(/\/chat$/);
  await settled(page);
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByRole('region', { name: 'Chats' })).toBeVisible();
});

test('from 768 px on list or info stand beside the conversation, from 1200 px both; below, one shows at a time', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  const { page } = await signedIn('Maximiliana', { size: { width: 768, height: 1024 }, touch: true, blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  const spare = await box(page).evaluate((element) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    const pen = globalThis.document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('nothing measures the text');
    pen.font = font;
    const words = pen.measureText(element.getAttribute('placeholder') ?? '').width;
    return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - words;
  });
  expect(spare).toBeGreaterThan(0);
  const search = page.getByRole('searchbox', { name: 'Search chats...' });
  const words = await lookOf(search);
  await search.evaluate((element) => (element.style.minWidth = '200%'));
  expect(words, 'none of its words is cut').toBe(await lookOf(search));
  await search.evaluate((element) => (element.style.minWidth = ''));
  const me = page.getByRole('complementary', { name: 'Sidebar' }).getByText('Maximiliana');
  expect(await brokenWords(me)).toEqual([]);

  const list = page.getByRole('region', { name: 'Chats' });
  const menu = page.getByRole('link', { name: 'Prayer Requests' });
  await expect(menu).toBeVisible();
  await expect(list).toBeVisible();
  const width = async (element: Locator) => (await element.boundingBox())?.width ?? 0;
  const conversation = page.getByRole('region', { name: 'Ruth Adeyemi' });
  await expect.poll(() => width(list)).toBeGreaterThanOrEqual(17 * 16);
  expect(await width(conversation), 'as wide as on a phone').toBeGreaterThanOrEqual(390);
  await expect(menu.getByText('Prayer Requests')).toBeInViewport({ ratio: 1 });
  const info = page.getByRole('complementary', { name: 'Chat Info' });
  await page.getByRole('button', { name: 'Chat Info' }).tap();
  await expect.poll(() => width(info)).toBe(18 * 16);
  await expect.poll(() => width(conversation)).toBeGreaterThanOrEqual(24 * 16 - 1);
  // There is no room for three panes, but writing continues.
  await box(page).tap();
  await page.keyboard.type('Still writing');
  await expect(box(page)).toHaveValue('Still writing');
  await expect(list).toBeHidden();
  await page.setViewportSize({ width: 1200, height: 1024 });
  await expect(list).toBeVisible();
  await expect(info).toBeVisible();

  await page.setViewportSize({ width: 767, height: 1024 });
  await expect(menu).toBeHidden();
  await expect(list).toBeHidden();
  await expect(box(page)).toBeHidden();
  await info.getByRole('button', { name: 'Back' }).tap();
  await expect(box(page)).toBeVisible();
  await expect(info).toBeHidden();
  await page.getByRole('button', { name: 'Back' }).tap();
  await expect(list).toBeVisible();
  await expect(box(page)).toBeHidden();
});

test('beside an open info messages and their toolbars have room enough: nothing scrolls sideways', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru', 'Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 1200, height: 800 }, blank: true });
  await goToChat(page, ['Grace Wanjiru', 'Ben Boyd'], 'Communications');
  const said = {
    chatId: chatIdOf(page),
    text: 'Who brings the bread, and who the soup, to the upper room? '.repeat(3),
  };
  await call(page, 'POST', '/api/chat/send', said);
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  await call(grace.page, 'POST', '/api/chat/send', said);
  await page.getByRole('button', { name: 'Chat Info' }).click();
  const info = page.getByRole('complementary', { name: 'Chat Info' });
  await expect(info).toBeVisible();
  expect(await brokenWords(info.getByText('Communications'))).toEqual([]);
  const messages = page.getByRole('log');
  await expect(messages.getByRole('article')).toHaveCount(2);
  for (const width of [1200, 1280, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    expect([width, await messages.evaluate((log) => log.scrollWidth - log.clientWidth)]).toEqual([width, 0]);
    for (const message of await messages.getByRole('article').all()) {
      await message.hover();
      await expect(message.getByRole('button', { name: 'Reply' })).toBeInViewport({ ratio: 1 });
    }
  }
});

test('whoever goes back from a chat with its info open has the list again, where there is no room for three', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 1000, height: 800 }, blank: true });
  await joined('Grace Wanjiru');
  await goToChat(page, ['Grace Wanjiru']);
  const address = page.url();
  const list = page.getByRole('region', { name: 'Chats' });
  await page.goto('/chat');
  await chatInList(page, 'Grace Wanjiru').click();
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await expect(list).toBeHidden();
  await page.goBack();
  await expect(list).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('complementary', { name: 'Chat Info' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click();
  await expect(list).toBeVisible();
});
