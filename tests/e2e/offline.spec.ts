import { expect, type Locator, type Page } from '@playwright/test';
import { signInButton, test } from './helpers/base.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { chatInList, chatLink, goToChat, isStored, openChat, say, showsExactly } from './helpers/chat.ts';
import { drawsSlowly } from './helpers/draws-slowly.ts';
import { deviceOf, keptOn } from './helpers/on-device.ts';
import { takeNetworkAway, wholeAnswer } from './helpers/network.ts';
import { settled } from './helpers/settled.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

interface Said {
  readonly id: string;
  readonly seq: number;
  readonly text: string;
}

const message = (page: Page, text: string): Locator =>
  page.getByRole('log').getByRole('article').filter({ hasText: text });

async function idOf(page: Page, text: string): Promise<string> {
  const all = (await call(page, 'GET', `/api/chat/${chatIdOf(page)}/messages`)) as Said[];
  const found = all.find((one) => one.text === text);
  if (found === undefined) throw new Error(`nobody said ${text}`);
  return found.id;
}

const pathOf = async (page: Page, text: string) => `/api/chat/${chatIdOf(page)}/messages/${await idOf(page, text)}`;
const edit = async (page: Page, text: string, next: string) =>
  call(page, 'PATCH', await pathOf(page, text), { text: next });
const remove = async (page: Page, text: string) => call(page, 'DELETE', await pathOf(page, text));
const react = async (page: Page, text: string, emoji: string) =>
  call(page, 'POST', '/api/chat/react', { chatId: chatIdOf(page), messageId: await idOf(page, text), emoji, on: true });

/** As in a private window of some browsers. */
function keepNothing() {
  indexedDB.open = () => {
    throw new DOMException('nothing is kept here', 'SecurityError');
  };
}

const inTab = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test('what was seen is read without a network, in a tab that was not open before, and goes at logout', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', {
    keepsPages: true,
    expected: either(networkAway, signedOut),
    blank: true,
  });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await goToChat(ben.page, ['Ruth Adeyemi']);
  await say(ben.page, 'Seen before the tunnel #seen');
  await openChat(ruth.page, 'Ben Boyd');
  await showsExactly(ruth.page, '#seen', ['Seen before the tunnel #seen']);
  const chatId = chatIdOf(ruth.page);
  await expect.poll(async () => deviceOf(await keptOn(ruth.page))).toMatch(/lastMessage.*#seen.*seq.*#seen/s);
  await ruth.page.evaluate(() => navigator.serviceWorker.ready);
  await ruth.page.close();

  const bringBack = await takeNetworkAway(ruth.context);
  const later = await ruth.context.newPage();
  await later.goto('/chat');
  await expect(later.getByText('You’re offline.')).toBeVisible();
  await chatInList(later, 'Ben Boyd').click();
  await showsExactly(later, '#seen', ['Seen before the tunnel #seen']);
  await later.goto(`/chat/${chatId}`);
  await showsExactly(later, '#seen', ['Seen before the tunnel #seen']);

  await say(ben.page, 'Said meanwhile #seen');
  await bringBack();
  await showsExactly(later, '#seen', ['Seen before the tunnel #seen', 'Said meanwhile #seen']);

  await later.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(later)).toBeVisible();
  await expect.poll(() => keptOn(later)).toBe(JSON.stringify({ device: [[], [], [], []], tab: {} }));
});

test('what was read without a network stays read in the tab, however slowly its pages are drawn', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  const { page, context } = await signedIn('Ben Boyd', { keepsPages: true, expected: networkAway, blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  const chatId = chatIdOf(page);
  await say(page, 'For the tunnel #tunnel');
  await isStored(page, 'For the tunnel #tunnel');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/home');
  await call(page, 'POST', `/api/chat/${chatId}/read`, { unread: true });
  await expect(chatLink(page)).toHaveAccessibleName('Chat 1 unread');
  await expect.poll(async () => deviceOf(await keptOn(page))).toMatch(/markedUnread.*seq.*#tunnel/s);

  const bringBack = await takeNetworkAway(context);
  await page.goto(`/chat/${chatId}`);
  await showsExactly(page, '#tunnel', ['For the tunnel #tunnel']);
  await expect(chatLink(page)).toHaveAccessibleName('Chat');
  await drawsSlowly(page);
  await page.goto('/home');
  await expect(chatLink(page)).toBeVisible();
  await settled(page);
  await expect(chatLink(page)).toHaveAccessibleName('Chat');
  await bringBack();
});

test('a chat that was never opened says without a network that it is loaded later, and it is', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  await joined('Ben Boyd');
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  await goToChat(grace.page, ['Ruth Adeyemi']);
  await say(grace.page, 'Nobody has read it #later');
  await showsExactly(grace.page, '#later', ['Nobody has read it #later']);

  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await goToChat(page, ['Ben Boyd']);
  await expect(chatInList(page, 'Grace Wanjiru')).toContainText('#later');
  await context.setOffline(true);
  await chatInList(page, 'Grace Wanjiru').click();
  await expect(page.getByText('They will load when you’re back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  const failures = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = () => document.body.innerText.includes('could not be loaded') && seen.push('could not be loaded');
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return seen;
  });
  await context.setOffline(false);
  await showsExactly(page, '#later', ['Nobody has read it #later']);
  expect(await failures.jsonValue()).toEqual([]);
});

test('a page that is not kept on the device says so without a network, and is there when one is back', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { keepsPages: true, expected: networkAway });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const bringBack = await takeNetworkAway(context);
  await page.goto('/admin');
  await expect(page.getByText('You’re offline. The console will load when you’re back.')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('You’re offline. Your profile will load when you’re back.')).toBeVisible();
  await bringBack();
  await expect(page.getByLabel('Display Name')).toHaveValue('Ruth Adeyemi');
});

test('edits, deletions and reactions arrive while both have the chat open, and in the list', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const jonas = await signedIn('Jonas Lindqvist', { blank: true });
  await goToChat(ruth.page, ['Jonas Lindqvist']);
  for (const text of ['Diner at six', 'Never mind this', 'The van is ready']) await say(ruth.page, text);
  await openChat(jonas.page, 'Ruth Adeyemi');
  await expect(message(jonas.page, 'The van is ready')).toBeVisible();

  await edit(ruth.page, 'Diner at six', 'Dinner at six');
  await expect(message(jonas.page, 'Dinner at six')).toBeVisible();
  await react(jonas.page, 'Dinner at six', '🙏');
  await expect(message(ruth.page, 'Dinner at six')).toContainText('🙏');
  await remove(ruth.page, 'Never mind this');
  await expect(message(jonas.page, 'Never mind this')).toHaveCount(0);
  await remove(ruth.page, 'The van is ready');
  await expect(chatInList(jonas.page, 'Ruth Adeyemi')).toContainText('This message was deleted');
  await expect.poll(() => keptOn(jonas.page)).not.toContain('The van is ready');
  await expect.poll(() => keptOn(jonas.page)).not.toContain('Never mind this');
});

test('edits, deletions and reactions that one has missed are there when one is back, on the device too', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const grace = await signedIn('Grace Wanjiru', { expected: networkAway, blank: true });
  await goToChat(ruth.page, ['Grace Wanjiru']);
  for (const text of ['Soup for ten', 'The word is Jericho', 'See you there']) await say(ruth.page, text);
  await openChat(grace.page, 'Ruth Adeyemi');
  await expect(message(grace.page, 'See you there')).toBeVisible();
  await expect.poll(async () => deviceOf(await keptOn(grace.page))).toContain('The word is Jericho');

  await grace.context.setOffline(true);
  await edit(ruth.page, 'Soup for ten', 'Soup for twelve');
  await remove(ruth.page, 'The word is Jericho');
  await react(ruth.page, 'See you there', '🎉');
  await expect(message(grace.page, 'The word is Jericho')).toBeVisible();
  await grace.context.setOffline(false);
  await expect(message(grace.page, 'Soup for twelve')).toBeVisible();
  await expect(message(grace.page, 'The word is Jericho')).toHaveCount(0);
  await expect(message(grace.page, 'See you there')).toContainText('🎉');

  // The chat is closed, and its page is elsewhere, when the next message is sent.
  await grace.page.goto('/home');
  await expect(grace.page.getByRole('heading', { level: 1 })).toBeVisible();
  await grace.context.setOffline(true);
  await remove(ruth.page, 'Soup for twelve');
  await grace.context.setOffline(false);
  await expect.poll(() => keptOn(grace.page)).not.toContain('Soup for');
  await expect.poll(() => keptOn(grace.page)).not.toContain('Jericho');
});

test('what one has missed is gone from a tab whose browser keeps nothing on the device, too', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const grace = await signedIn('Grace Wanjiru', { expected: networkAway, blank: true });
  await grace.context.addInitScript(keepNothing);
  await goToChat(ruth.page, ['Grace Wanjiru']);
  await say(ruth.page, 'The word is Jericho');
  await openChat(grace.page, 'Ruth Adeyemi');
  await expect(message(grace.page, 'The word is Jericho')).toBeVisible();
  await grace.page.goto('/home');
  await expect(grace.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await inTab(grace.page)).toContain('The word is Jericho');
  await grace.context.setOffline(true);
  await remove(ruth.page, 'The word is Jericho');
  await grace.context.setOffline(false);
  await expect.poll(() => inTab(grace.page)).not.toContain('Jericho');
});

test('a tab that is loaded again asks only for the changes since its messages', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  await grace.context.addInitScript(keepNothing);
  await goToChat(ruth.page, ['Grace Wanjiru']);
  await say(ruth.page, 'Tea at four');
  await isStored(ruth.page, 'Tea at four');
  // Before any request: an answer on its way during the edit would make the page ask again from the beginning.
  await edit(ruth.page, 'Tea at four', 'Tea at five');
  await openChat(grace.page, 'Ruth Adeyemi');
  await expect(message(grace.page, 'Tea at five')).toBeVisible();
  const address = grace.page.url();
  await expect.poll(() => inTab(grace.page)).toMatch(/"chat:changes:v1:[^:]*":"[1-9]/);

  // Away from the product, so that no request of the old page is counted.
  await grace.page.goto('about:blank');
  const asked: string[] = [];
  grace.page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('changedAfter') ?? ''));
  const free = Promise.withResolvers<void>();
  await grace.page.route('**/messages?limit=*', async (route) => {
    await free.promise;
    await route.fallback();
  });
  await grace.page.goto(address);
  // Shown only after the page has joined its chats.
  await expect(grace.page.getByText('Here now')).toBeVisible();
  await say(ruth.page, 'Bring cups');
  await expect(message(grace.page, 'Bring cups')).toBeVisible();
  await grace.page.route('**/api/chat', async (route) => {
    const chats = (await wholeAnswer(route)) as object[];
    await route.fulfill({ json: chats.map((chat) => ({ ...chat, lastMessage: 'The newest list' })) });
  });
  await grace.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(chatInList(grace.page, 'Ruth Adeyemi')).toContainText('The newest list');
  free.resolve();
  await edit(ruth.page, 'Bring cups', 'Bring six cups');
  await expect(message(grace.page, 'Bring six cups')).toBeVisible();
  expect(asked).not.toContain('0');
});

test('a chat that has changed too often since is dropped from the tab', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  await grace.context.addInitScript(keepNothing);
  await goToChat(ruth.page, ['Grace Wanjiru']);
  await say(ruth.page, 'The word is Jericho');
  await openChat(grace.page, 'Ruth Adeyemi');
  await expect.poll(() => inTab(grace.page)).toContain('"chat:changes:v1:');
  expect(await inTab(grace.page)).toContain('"chat:msgs:v1:');
  await grace.page.route('**/api/chat', async (route) => {
    const chats = (await wholeAnswer(route)) as object[];
    await route.fulfill({ json: chats.map((chat) => ({ ...chat, changeSeq: 100_000 })) });
  });
  await grace.page.goto('/home');
  await expect.poll(() => inTab(grace.page)).not.toContain('"chat:msgs:v1:');
});

test('where WebSocket is blocked the page asks, says so, and hears of changes all the same', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const olena = await signedIn('Олена Шевченко', { expected: networkAway, blank: true });
  await goToChat(ruth.page, ['Олена Шевченко']);
  for (const text of ['Tea at four', 'A secret']) await say(ruth.page, text);
  await olena.context.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await openChat(olena.page, 'Ruth Adeyemi');
  await expect(message(olena.page, 'A secret')).toBeVisible();
  await expect(olena.page.getByText('Live updates are paused.')).toBeVisible();

  await edit(ruth.page, 'Tea at four', 'Tea at five');
  await remove(ruth.page, 'A secret');
  await react(ruth.page, 'Tea at five', '❤️');
  await say(ruth.page, 'Bring cups');
  await expect(message(olena.page, 'Bring cups')).toBeVisible();
  await expect(message(olena.page, 'Tea at five')).toContainText('❤️');
  await expect(message(olena.page, 'A secret')).toHaveCount(0);
});
