import { expect, type Locator } from '@playwright/test';
import { signInButton, test } from './helpers/base.ts';
import { box, chatInList, goToChat, isStored, nothingWaits, say, showsExactly } from './helpers/chat.ts';
import { choice, startChatByTouch } from './helpers/new-chat.ts';
import { attach, document as file } from './helpers/files.ts';
import { message } from './helpers/message-acts.ts';
import { takeNetworkAway } from './helpers/network.ts';
import { pathsInMenu } from './helpers/pages-in-menu.ts';
import { phone } from './helpers/phone.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { brokenWords, edgeOf, setTextSize } from './helpers/layout.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

/** Whether a finger that aims at the middle of the field touches it. */
const middleIsSeen = (field: Locator) =>
  field.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return globalThis.document.elementFromPoint(left + width / 2, top + height / 2) === one;
  });

test('on a phone the menu slides in, and closes after a choice', async ({ signedIn }) => {
  const { page } = await signedIn('Ben Boyd', { ...phone, expected: signedOut });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(page.getByRole('link', { name: 'Prayer Requests' })).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await expect(menu.getByText('Ben Boyd')).toBeVisible();
  await menu.getByRole('link', { name: 'Prayer Requests' }).tap();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prayer Requests');

  await page.getByRole('button', { name: 'Open menu' }).tap();
  await expect(menu).toBeVisible();
  await pressEscape(page);
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();

  await page.getByRole('button', { name: 'Open menu' }).tap();
  await menu.getByRole('button', { name: 'Logout' }).tap();
  await expect(signInButton(page)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('on a phone one sees the list, the conversation or the info, each with a way back', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  const { page } = await signedIn('Ben Boyd', phone);
  await startChatByTouch(page, 'Ruth Adeyemi');

  const list = page.getByRole('region', { name: 'Chats' });
  const info = page.getByRole('complementary', { name: 'Chat Info' });
  await expect(box(page)).toBeVisible();
  await expect(list).toBeHidden();
  await say(page, 'From my phone #phone');
  await showsExactly(page, '#phone', ['From my phone #phone']);

  await page.getByRole('button', { name: 'Chat Info' }).tap();
  await expect(info).toContainText('Direct message');
  await expect(box(page)).toBeHidden();
  await info.getByRole('button', { name: 'Back' }).tap();
  await expect(box(page)).toBeVisible();
  await expect(info).toBeHidden();

  await page.getByRole('button', { name: 'Back' }).tap();
  await expect(list).toBeVisible();
  await expect(box(page)).toBeHidden();
  await chatInList(page, 'Ruth Adeyemi').tap();
  await expect(box(page)).toBeVisible();
});

test('the way back from a chat to the list is not a step forward for the phone’s own Back', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ben Boyd', phone);
  await goToChat(page, ['Grace Wanjiru']);
  const chat = page.url();
  await say(page, 'Where to? #back');
  const list = page.getByRole('region', { name: 'Chats' });
  const back = page.getByRole('button', { name: 'Back' });

  await page.goto('/home');
  await page.goto('/chat');
  await chatInList(page, 'Grace Wanjiru').tap();
  await expect(page).toHaveURL(chat);
  await page.evaluate((address) => history.pushState(null, '', `${address}?at=1`), chat);
  await back.tap();
  await expect(list).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);

  // Without a list before it.
  await page.goto(chat);
  await back.tap();
  await expect(list).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

test('why a message was not sent stands beside its sign, on the smallest phone too', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const size = { width: 320, height: 640 };
  const { page } = await signedIn('Ben Boyd', { size, touch: true, expected: /status of 400/, blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  const json = { error: 'This message cannot be sent to anybody at the moment.', code: 'invalid' };
  await page.route('**/api/chat/send', (route) => route.fulfill({ status: 400, json }));
  await say(page, 'Refused #refused');
  const bubble = page.getByRole('log').getByRole('article').filter({ hasText: '#refused' });
  await expect(bubble).toContainText(json.error);
  const sign = bubble.locator('svg').first();
  const words = bubble.getByText('Not sent');
  const signBelowTop = async () => {
    const [one, other] = await Promise.all([sign.boundingBox(), words.boundingBox()]);
    return (one?.y ?? 0) + (one?.height ?? 0) - (other?.y ?? Infinity);
  };
  await expect.poll(signBelowTop, 'the sign is on the line of the words').toBeGreaterThan(4);
});

test('the list tells what waits to be sent, and what was refused', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const { page, context } = await signedIn('Ben Boyd', { ...phone, expected: either(networkAway, /status of 400/) });
  await goToChat(page, ['Ruth Adeyemi']);
  await say(page, 'Are you there?');
  await isStored(page, 'Are you there?');
  const bringBack = await takeNetworkAway(context);
  await say(page, 'We are in the tunnel');
  await page.getByRole('button', { name: 'Back' }).tap();
  const chat = chatInList(page, 'Ruth Adeyemi');
  await expect(chat).toContainText('Waiting to be sent: We are in the tunnel');

  await page.route('**/api/chat/send', (route) =>
    route.fulfill({ status: 400, json: { error: 'is too long', code: 'invalid' } }),
  );
  await bringBack();
  await expect(chat).toContainText('Not sent: We are in the tunnel');
  await chat.tap();
  await page.unroute('**/api/chat/send');
  await page.getByRole('button', { name: 'Try again' }).tap();
  await isStored(page, 'We are in the tunnel');
  await page.getByRole('button', { name: 'Back' }).tap();
  await expect(chat).toContainText('We are in the tunnel');
  await expect(chat).not.toContainText(/sent/i);
});

test('nothing is wider than a small phone', async ({ signedIn }) => {
  const { page } = await signedIn('Maximiliana', { size: { width: 320, height: 640 }, touch: true });
  for (const path of [...pathsInMenu, '/chat']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    const excess = () =>
      page.evaluate(() => globalThis.document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(excess, path).toBe(0);
  }
});

test('with text of twice the size the smallest phone still shows whole words, and where one writes', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ben Boyd', { size: { width: 320, height: 640 }, touch: true, blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  await attach(page, 'File', [file('The packing list of all who come along.txt')]);
  await say(page, 'For the boat');
  await nothingWaits(page);
  await setTextSize(page, 32);
  const title = page.getByRole('heading', { name: 'Grace Wanjiru' });
  expect(await title.evaluate((one) => one.scrollHeight - one.clientHeight), 'no line of it is left out').toBe(0);
  expect(await brokenWords(title)).toEqual([]);
  const details = page.getByRole('log').getByText(/^Attachment ·/);
  // The room that the longest word leaves on a line of its own.
  const spare = await details.evaluate((one) => {
    const room = one.getBoundingClientRect().width;
    const word = document.createElement('span');
    word.style.whiteSpace = 'nowrap';
    word.textContent = 'Attachment';
    one.append(word);
    const { width } = word.getBoundingClientRect();
    word.remove();
    return room - width;
  });
  expect(spare).toBeGreaterThanOrEqual(0);
  expect(
    await box(page).evaluate((one) => one.clientWidth / parseFloat(getComputedStyle(one).fontSize)),
  ).toBeGreaterThan(2.5);

  await page.getByRole('button', { name: 'Back' }).tap();
  await page.getByRole('button', { name: 'Start a new chat' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  await dialog.getByText('Grace Wanjiru').tap();
  expect(await brokenWords(dialog.getByText('1 person selected'))).toEqual([]);
  await pressEscape(page);
  await page.goto('/home');
  expect(await brokenWords(page.locator('header', { has: page.getByRole('heading', { level: 1 }) }))).toEqual([]);
});

test('on a phone held sideways, over its keyboard, one sees what one writes and the way back', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const sideways = { width: 844, height: 390 };
  const overKeyboard = { width: 844, height: 180 };
  const { page } = await signedIn('Ruth Adeyemi', { size: sideways, touch: true, blank: true });
  await goToChat(page, ['Ben Boyd']);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const panel = sidebar.locator('div', { has: page.getByRole('navigation', { name: 'Main' }) });
  await expect(sidebar.getByRole('link', { name: 'Admin Console' })).toBeInViewport({ ratio: 0.2 });
  const moreBelow = await edgeOf(panel, 'bottom');
  await panel.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  expect(await edgeOf(panel, 'bottom'), 'a shade tells that there is more').not.toBe(moreBelow);

  await box(page).tap();
  await page.setViewportSize(overKeyboard);
  await box(page).fill(Array.from({ length: 9 }, (_, line) => `Line ${line}`).join('\n'));
  await page.keyboard.type('!');
  for (const name of ['Chat Info', 'Send'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });

  await page.setViewportSize(sideways);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ben Boyd' }).tap();
  const name = page.getByRole('dialog').getByLabel('New group name');
  await name.tap();
  await page.setViewportSize(overKeyboard);
  await settled(page);
  await page.keyboard.type('Kitchen');
  await expect.poll(() => middleIsSeen(name), 'nothing covers the field').toBe(true);
});

test('on a phone held sideways one names a new group', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Grace Wanjiru', 'Kim Ha-eun');
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 844, height: 390 }, touch: true, blank: true });
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Start a new chat' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  for (const name of ['Ben Boyd', 'Grace Wanjiru', 'Kim Ha-eun']) await choice(dialog, name).tap();
  const name = dialog.getByLabel('Group name');
  await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  expect(await middleIsSeen(name), 'nothing covers the field').toBe(true);
  await name.tap();
  await page.setViewportSize({ width: 844, height: 180 });
  await page.keyboard.type('Sideways');
  await expect.poll(() => middleIsSeen(name), 'nor does the keyboard').toBe(true);
  await dialog.getByRole('button', { name: 'Create' }).tap();
  await expect(page.getByRole('heading', { name: 'Sideways', level: 2 })).toBeVisible();
});

test.describe('abroad', () => {
  // The tests' own time zone could not be changed.
  test.use({ timezoneId: '' });

  test('a phone that has travelled shows the days and times of where it is, without being loaded again', async ({
    signedIn,
    joined,
  }) => {
    await joined('Ruth Adeyemi');
    const { page, context } = await signedIn('Ben Boyd', { ...phone, blank: true });
    const device = await context.newCDPSession(page);
    const isIn = (timezoneId: string) => device.send('Emulation.setTimezoneOverride', { timezoneId });
    await isIn('Pacific/Honolulu');
    await goToChat(page, ['Ruth Adeyemi']);
    await say(page, 'Boarding now #travel');
    await isStored(page, '#travel');
    const shown = () => message(page, '#travel').locator('time').textContent();
    const byItsClock = () =>
      message(page, '#travel')
        .locator('time')
        .evaluate((time: HTMLTimeElement) => {
          const said = new Date(time.dateTime);
          const hour = said.getHours();
          return `${hour % 12 || 12}:${String(said.getMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
        });
    const before = await byItsClock();
    expect(await shown()).toBe(before);

    // Thirteen hours later on its clock.
    await isIn('');
    await isIn('Africa/Kampala');
    expect(await byItsClock()).not.toBe(before);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(shown).toBe(await byItsClock());
  });
});
