import { expect, type Page } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import { signInButton, test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import {
  chatInList,
  chatLink,
  goToChat,
  openChat,
  peekOf,
  readInList,
  say,
  showsExactly,
  unreadInList,
  waiting,
} from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { deviceOf, keptOn } from './helpers/on-device.ts';
import { phone } from './helpers/phone.ts';
import { settled } from './helpers/settled.ts';
import { networkAway, signedOut } from './helpers/watch.ts';

async function markUnread(page: Page, title: string) {
  await chatInList(page, title).click({ button: 'right' });
  await peekOf(page, title).getByRole('button', { name: 'Mark Unread' }).click();
  await expect(peekOf(page, title)).toBeHidden();
}

test('what is read on one device is read on the others; what is marked unread stays so', async ({ signedIn }) => {
  const desk = (await signedIn('Tevita Fifita')).page;
  const pocket = (await signedIn('Tevita Fifita', phone)).page;
  const { page: bens } = await signedIn('Ben Boyd', { blank: true });
  const before = await waiting(desk);
  await goToChat(bens, ['Tevita Fifita']);
  await say(bens, 'Are you there? #devices');
  await say(bens, 'It is about the van #devices');
  await pocket.goto('/chat');
  await expect.poll(() => waiting(desk)).toBe(before + 2);
  await expect(chatLink(desk)).toHaveAccessibleName(`Chat ${before + 2} unread`);
  await unreadInList(pocket, 'Ben Boyd', 2);

  await openChat(desk, 'Ben Boyd');
  await readInList(pocket, 'Ben Boyd');
  await expect.poll(() => waiting(pocket)).toBe(before);

  // It is open on the desk, and still stays marked there until somebody opens it again.
  await markUnread(desk, 'Ben Boyd');
  await unreadInList(desk, 'Ben Boyd', 1);
  await unreadInList(pocket, 'Ben Boyd', 1);
  await desk.getByRole('link', { name: 'Profile' }).click();
  await expect.poll(() => desk.title()).toMatch(/^\(\d+\) My Profile/);
  await pocket.reload();
  await unreadInList(pocket, 'Ben Boyd', 1);
  await chatInList(pocket, 'Ben Boyd').tap();
  await expect.poll(() => waiting(desk)).toBe(before);
});

test('what comes to a chat that was marked unread counts alike where it is heard and where it is asked for', async ({
  signedIn,
}) => {
  const { page, context } = await signedIn('Ana Lúcia', { blank: true });
  const { page: mateos } = await signedIn('Mateo', { blank: true });
  await goToChat(mateos, ['Ana Lúcia']);
  await say(mateos, 'Read this #mark');
  await openChat(page, 'Mateo');
  await expect.poll(() => waiting(page)).toBe(0);
  const other = await context.newPage();
  await other.goto('/chat');
  await readInList(other, 'Mateo');
  await markUnread(page, 'Mateo');
  await unreadInList(other, 'Mateo', 1);
  for (const count of [1, 2]) {
    await say(mateos, `Come ${count} #mark`);
    await expect(chatInList(other, 'Mateo')).toContainText(`Come ${count} #mark`);
    await unreadInList(other, 'Mateo', count);
    const asks = await context.newPage();
    await asks.goto('/chat');
    await unreadInList(asks, 'Mateo', count);
    await asks.close();
  }
});

test('what comes while nobody looks counts, and what comes before one’s eyes does not', async ({ signedIn }) => {
  const { page, context } = await signedIn('Kim Ha-eun');
  const other = await context.newPage();
  const { page: graces } = await signedIn('Grace Wanjiru', { blank: true });
  await goToChat(graces, ['Kim Ha-eun']);
  await say(graces, 'First #eyes');
  await other.goto('/home');
  await expect.poll(() => waiting(other)).toBe(1);
  // Browsers render background tabs only now and then, and a message counts as read only after it was rendered.
  await page.bringToFront();
  await openChat(page, 'Grace Wanjiru');
  await showsExactly(page, '#eyes', ['First #eyes']);
  await expect.poll(() => waiting(page)).toBe(0);
  await expect.poll(() => waiting(other)).toBe(0);

  const titles = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    new MutationObserver(() => seen.add(document.title)).observe(document.head, { childList: true, subtree: true });
    return seen;
  });
  for (let n = 2; n <= 6; n += 1) await say(graces, `Before my eyes ${n} #eyes`);
  await expect(page.getByRole('log')).toContainText('Before my eyes 6 #eyes');
  await expect.poll(() => waiting(other)).toBe(0);
  expect((await titles.evaluate((seen) => [...seen])).filter((title) => title.startsWith('('))).toEqual([]);

  await page.evaluate(() => {
    document.hasFocus = () => false;
    dispatchEvent(new Event('blur'));
  });
  await say(graces, 'Behind my back #eyes');
  await expect.poll(() => waiting(page)).toBe(1);
  await expect.poll(() => waiting(other)).toBe(1);
  await page.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event('focus'));
  });
  await expect.poll(() => waiting(page)).toBe(0);
  await expect.poll(() => waiting(other)).toBe(0);
});

test('what others wrote before one’s own message was sent counts, also when the list was asked for before', async ({
  signedIn,
}) => {
  const { page: anas } = await signedIn('Ana Lúcia', { blank: true });
  const { page, context } = await signedIn('Grace Wanjiru', { expected: networkAway, blank: true });
  let hasJoined = false;
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      hasJoined ||= frame.toString().includes('"joined"');
      socket.send(frame);
    });
  });
  await goToChat(anas, ['Grace Wanjiru']);
  const chatId = chatIdOf(anas);
  await goToChat(page, ['Ana Lúcia']);
  await context.setOffline(true);
  await say(page, 'Written in the tunnel #gap');
  await page.getByRole('link', { name: 'Home' }).click();
  for (const text of ['One #gap', 'Two #gap']) await call(anas, 'POST', '/api/chat/send', { chatId, text });

  const listed = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  hasJoined = false;
  await page.route(/\/api\/chat$/, async (route) => {
    const response = await route.fetch();
    if (hasJoined) listed.resolve();
    await sent.promise;
    // A later request for the list cancels an earlier one.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.route('**/api/chat/send', async (route) => {
    await listed.promise;
    await route.fallback();
  });
  const sending = page.waitForResponse('**/api/chat/send');
  await context.setOffline(false);
  await (await sending).finished();
  await settled(page);
  sent.resolve();
  await expect.poll(() => waiting(page)).toBe(2);
});

test('whoever loads the page again in the middle of what is unread goes on there', async ({ signedIn, base }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  const chatId = chatIdOf(ruth.page);
  await fillChat(await databaseOf(base.dataDir), chatId, await uidOf(ruth.page), 600);
  await call(page, 'POST', `/api/chat/${chatId}/read`, { seq: 200 });
  const line = (seq: number) => page.locator(`[data-seq="${seq}"]`);
  await page.goto(`/chat/${chatId}`);
  await expect(line(201)).toBeInViewport();
  // More than is on the screen.
  await expect.poll(async () => deviceOf(await keptOn(page))).toContain('Line 250');

  const place = await held(page, '**/messages?*around=*', 'GET');
  await page.reload();
  await place.come;
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Line 250');
  await place.letGo();
  await expect(page.getByText('New messages')).toBeInViewport();
  await expect(line(230)).not.toBeInViewport();
});

test('after logout nothing of the chats is left in the tab, nor a number on the icon', async ({ signedIn }) => {
  const { page, context } = await signedIn('Leilani', { expected: signedOut });
  await context.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void told.push(count),
      clearAppBadge: async () => void told.push('clear'),
    });
  });
  const { page: bens } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(bens, ['Leilani']);
  await say(bens, 'Waiting #badge');
  await page.goto('/chat');
  await unreadInList(page, 'Ben Boyd', 1);
  const badges = () => page.evaluate(() => (window as unknown as { told: unknown[] }).told);
  await expect.poll(() => waiting(page)).toBe(1);
  await expect.poll(badges).toContain(1);
  const keysOf = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('chat:')));
  await expect.poll(keysOf).toContain('chat:list:v1');
  await expect.poll(keysOf).toContainEqual(expect.stringMatching(/^chat:read:v1:/));

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(page)).toBeVisible();
  expect(await keysOf()).toEqual([]);
  await expect.poll(async () => (await badges()).at(-1)).toBe('clear');
  await expect(page).toHaveTitle('Koinonia');
});

test('a mark that is set while the server cannot be told what was read before stays', async ({ signedIn }) => {
  const { page: graces } = await signedIn('Grace Wanjiru', { blank: true });
  const { page } = await signedIn('Mateo Quispe', { expected: /status of 503/, blank: true });
  await goToChat(graces, ['Mateo Quispe']);
  await say(graces, 'Read and marked #mark');
  const chatId = chatIdOf(graces);
  const told: string[] = [];
  await page.route(`**/api/chat/${chatId}/read`, (route) => {
    const what = Object.keys(route.request().postDataJSON() as object).join();
    told.push(what);
    return what === 'seq'
      ? route.fulfill({ status: 503, json: { error: 'away', code: 'unavailable' } })
      : route.fallback();
  });
  await page.clock.install();
  await openChat(page, 'Grace Wanjiru');
  // It may be tried again before the mark is set, but not after.
  await expect.poll(() => told).toContain('seq');
  const marked = page.waitForResponse((response) => response.request().postData()?.includes('unread') === true);
  await markUnread(page, 'Grace Wanjiru');
  // A mark without an answer for as long as the clock is put forward has failed, and is taken back.
  expect((await marked).ok()).toBe(true);
  await unreadInList(page, 'Grace Wanjiru', 1);
  await settled(page);
  await page.clock.fastForward(30_000);
  await settled(page);
  // What was on its way has arrived: the server answers in the order of requests.
  await call(page, 'GET', '/api/chat');
  expect(told.slice(told.indexOf('unread'))).toEqual(['unread']);
  await unreadInList(page, 'Grace Wanjiru', 1);
});

test('a mark on a chat in which nothing is left goes when the chat is opened', async ({ signedIn }) => {
  const { page: leilanis } = await signedIn('Leilani Kealoha', { blank: true });
  const { page } = await signedIn('Jonas Lindqvist', { blank: true });
  await goToChat(leilanis, ['Jonas Lindqvist']);
  await say(leilanis, 'Soon gone');
  const chatId = chatIdOf(leilanis);
  await call(page, 'DELETE', `/api/chat/${chatId}`);
  await goToChat(page, ['Leilani Kealoha']);
  await page.goto('/home');
  await call(page, 'POST', `/api/chat/${chatId}/read`, { unread: true });
  await expect.poll(() => waiting(page)).toBe(1);
  await openChat(page, 'Leilani Kealoha');
  await expect.poll(() => waiting(page)).toBe(0);
  await page.reload();
  await readInList(page, 'Leilani Kealoha');
});
