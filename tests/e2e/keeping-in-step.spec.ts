import { expect } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidCalled, uidOf } from './helpers/calls.ts';
import { box, chatInList, goToChat, isStored, nothingWaits, openChat, say, showsExactly } from './helpers/chat.ts';
import { inOutbox } from './helpers/on-device.ts';
import { getsTokensAlone, losesCalls } from './helpers/network.ts';
import { settled } from './helpers/settled.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

/** A restarted server knows no earlier token; the page gets a new one for its session. */
const serverAway = either(networkAway, signedOut);
const chatList = /\/api\/chat$/;

test('what is written offline waits, survives a reload, and goes out once and in order', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { keepsPages: true, expected: networkAway, blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  await say(ruth.page, 'Still online #offline');
  await openChat(ben.page, 'Ruth Adeyemi');
  await showsExactly(ben.page, '#offline', ['Still online #offline']);
  await ruth.page.evaluate(() => navigator.serviceWorker.ready);
  await isStored(ruth.page, 'Still online #offline');
  await expect.poll(() => inOutbox(ruth.page)).toBe(0);

  await ruth.context.setOffline(true);
  const written = Array.from({ length: 5 }, (_, index) => `Written in the tunnel, ${index + 1} #offline`);
  for (const text of written) await say(ruth.page, text);
  await showsExactly(ruth.page, '#offline', ['Still online #offline', ...written]);
  await expect(ruth.page.getByText('Waiting to be sent')).toHaveCount(5);
  await expect(ruth.page.getByText('You’re offline.')).toBeVisible();
  expect(await toldOn(ruth.page)).not.toContainEqual(expect.stringContaining('Failed to send message'));

  await expect.poll(() => inOutbox(ruth.page)).toBe(5);
  await ruth.page.reload();
  await showsExactly(ruth.page, '#offline', ['Still online #offline', ...written]);
  await showsExactly(ben.page, '#offline', ['Still online #offline']);

  await ruth.context.setOffline(false);
  await showsExactly(ben.page, '#offline', ['Still online #offline', ...written]);
  await nothingWaits(ruth.page);
  await ben.page.reload();
  await showsExactly(ben.page, '#offline', ['Still online #offline', ...written]);
  await showsExactly(ruth.page, '#offline', ['Still online #offline', ...written]);
});

test('when the server is restarted in the middle of a talk, both go on where they were', async ({ signedIn, base }) => {
  const ruth = await signedIn('Ruth Adeyemi', { keepsPages: true, expected: serverAway, blank: true });
  const grace = await signedIn('Grace Wanjiru', { keepsPages: true, expected: serverAway, blank: true });
  await goToChat(ruth.page, ['Grace Wanjiru']);
  await say(ruth.page, 'Before #restart');
  await openChat(grace.page, 'Ruth Adeyemi');
  await showsExactly(grace.page, '#restart', ['Before #restart']);
  // Without the service worker, a page that needs another part while there is no server would reload.
  for (const { page } of [ruth, grace]) await page.evaluate(() => navigator.serviceWorker.ready);

  await base.killEverything();
  await say(ruth.page, 'Into the dark #restart');
  await expect(ruth.page.getByText('Waiting to be sent')).toHaveCount(1);
  await base.process.start();

  await showsExactly(grace.page, '#restart', ['Before #restart', 'Into the dark #restart']);
  await say(grace.page, 'I can hear you #restart');
  await showsExactly(ruth.page, '#restart', ['Before #restart', 'Into the dark #restart', 'I can hear you #restart']);
  await nothingWaits(ruth.page);
  await nothingWaits(grace.page);
});

test('what was said while one was away is there when one is back', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const jonas = await signedIn('Jonas Lindqvist', { expected: networkAway, blank: true });
  await goToChat(ruth.page, ['Jonas Lindqvist']);
  await say(ruth.page, 'One #away');
  await openChat(jonas.page, 'Ruth Adeyemi');
  await showsExactly(jonas.page, '#away', ['One #away']);
  await jonas.context.setOffline(true);
  const missed = Array.from({ length: 12 }, (_, index) => `Missed, ${index + 1} #away`);
  for (const text of missed) await say(ruth.page, text);
  await nothingWaits(ruth.page);
  await call(ruth.page, 'POST', '/api/update-profile', { displayName: 'Ruth A.' });
  await jonas.context.setOffline(false);
  await showsExactly(jonas.page, '#away', ['One #away', ...missed]);
  await expect(chatInList(jonas.page, 'Ruth A.')).toBeVisible();
  // Later tests look for her by her original name.
  await call(ruth.page, 'POST', '/api/update-profile', { displayName: 'Ruth Adeyemi' });
});

test('a page that could not ask for the chats at first hears what is said in them', async ({ signedIn }) => {
  const mateo = await signedIn('Mateo Quispe', { blank: true });
  const { page } = await signedIn('Tevita Fifita', { expected: networkAway, blank: true });
  await goToChat(mateo.page, ['Tevita Fifita']);
  await say(mateo.page, 'Hello');
  await nothingWaits(mateo.page);
  await getsTokensAlone(page);
  await losesCalls(page, chatList, 4);
  await page.goto('/chat');
  await expect(chatInList(page, 'Mateo Quispe')).toContainText('Hello');
  await say(mateo.page, 'Are you there?');
  await expect(chatInList(page, 'Mateo Quispe')).toContainText('Are you there?');
});

test('a chat whose newest messages could not be had is asked for again, also one that was never opened here', async ({
  signedIn,
  base,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page, context } = await signedIn('Leilani Kealoha', { expected: networkAway, blank: true });
  let isAway = false;
  let hasJoined = false;
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const words = frame.toString();
      hasJoined ||= isAway && words.includes('"joined"');
      // For some seconds after a message, this event makes the page ask, too.
      if (!words.includes('"chatHead"')) socket.send(frame);
    });
  });
  await goToChat(ruth.page, ['Leilani Kealoha']);
  // So many that the page does not ask for any before them.
  await fillChat(await databaseOf(base.dataDir), chatIdOf(ruth.page), await uidOf(ruth.page), 60);
  await openChat(page, 'Ruth Adeyemi');
  await expect(page.getByRole('log').locator('[data-seq="1"]')).toBeInViewport();
  await call(page, 'POST', `/api/chat/${chatIdOf(page)}/read`, { seq: 60 });
  const users = [await uidOf(page)];
  const group = { users, isGroup: true, name: 'Quiet corner' };
  const { id } = (await call(ruth.page, 'POST', '/api/chat/create', group)) as { id: string };
  await call(ruth.page, 'POST', '/api/chat/send', { chatId: id, text: 'Never seen #again' });
  await page.goto('about:blank');
  await say(ruth.page, 'One more #again');
  await nothingWaits(ruth.page);

  const failed = new Set<string>();
  const upToDate = Promise.withResolvers<void>();
  page.on('requestfinished', (request) => {
    if (hasJoined && request.url().endsWith('/api/chat')) upToDate.resolve();
  });
  isAway = true;
  await page.route('**/messages?*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (failed.has(pathname)) return route.fallback();
    failed.add(pathname);
    return route.fulfill({ status: 503, json: { error: 'away', code: 'unavailable' } });
  });
  await page.goto('/chat');
  await expect(chatInList(page, 'Ruth Adeyemi')).toContainText('One more #again');
  await upToDate.promise;
  await settled(page);
  await chatInList(page, 'Ruth Adeyemi').click();
  await tells(page, 'Failed to load messages.');
  await showsExactly(page, '#again', ['One more #again']);

  await chatInList(page, 'Quiet corner').click();
  await tells(page, 'Failed to load messages.');
  await showsExactly(page, '#again', ['Never seen #again']);
});

test('what is said is heard by HTTP while the server does not answer who joins', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page, context } = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  await say(ruth.page, 'One #join');
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      if (!frame.toString().includes('"joinChats"')) server.send(frame);
    });
  });
  await openChat(page, 'Ruth Adeyemi');
  await showsExactly(page, '#join', ['One #join']);
  await say(ruth.page, 'Two #join');
  await showsExactly(page, '#join', ['One #join', 'Two #join']);
});

test('a page whose network comes back connects once, with the token that it has', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ben Boyd', { blank: true });
  const connecting = '40';
  let hasJoined = false;
  let sent: string[] = [];
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      sent.push(frame.toString());
      server.send(frame);
    });
    server.onMessage((frame) => {
      hasJoined ||= frame.toString().includes('"joined"');
      socket.send(frame);
    });
  });
  await page.clock.install();
  await page.goto('/chat');
  await expect.poll(() => hasJoined).toBe(true);
  let asked = 0;
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/session/token', async (route) => {
    asked += 1;
    await answer.promise;
    await route.fallback();
  });
  hasJoined = false;
  sent = [];
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => hasJoined).toBe(true);
  await settled(page);
  await page.clock.runFor(6_000);
  answer.resolve();
  await settled(page);
  expect([asked, sent.filter((frame) => frame.startsWith(connecting)).length]).toEqual([0, 1]);
});

test('however often one comes back to the window, its page joins no faster than the server answers', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page, context } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  await say(ruth.page, 'Before #window');
  const answered = Promise.withResolvers<void>();
  let slow = false;
  let mostWaiting = 0;
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    let waiting = 0;
    socket.onMessage((frame) => {
      if (frame.toString().includes('"joinChats"')) mostWaiting = Math.max(mostWaiting, ++waiting);
      server.send(frame);
    });
    server.onMessage(async (frame) => {
      const isAnswer = frame.toString().includes('"joined"');
      if (isAnswer && slow) await answered.promise;
      waiting -= Number(isAnswer);
      socket.send(frame);
    });
  });
  await openChat(page, 'Ruth Adeyemi');
  await expect(page.getByText('Here now')).toBeVisible();
  slow = true;
  await page.evaluate(() => {
    for (let times = 0; times < 8; times++) document.dispatchEvent(new Event('visibilitychange'));
  });
  await say(ruth.page, 'After #window');
  await showsExactly(page, '#window', ['Before #window', 'After #window']);
  answered.resolve();
  expect(mostWaiting).toBeLessThan(3);
});

test('who one is, and the name of somebody who has left, are known although the first calls fail', async ({
  signedIn,
  joined,
}) => {
  await joined('Kim Ha-eun');
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway });
  const bo = await signedIn('bo@base.example', { expected: networkAway, blank: true });
  const uid = await uidCalled(ruth.page, 'Kim Ha-eun');
  const chat = (await call(bo.page, 'POST', '/api/chat/create', { users: [uid], isGroup: false })) as { id: string };
  await call(ruth.page, 'PATCH', `/api/users/${uid}`, { active: false });
  await losesCalls(bo.page, /\/api\/user\//, 3);
  await bo.page.goto(`/chat/${chat.id}`);
  for (const name of ['Unknown', 'Kim Ha-eun'])
    await expect(bo.page.getByRole('heading', { name, level: 2 })).toBeVisible();

  await getsTokensAlone(ruth.page);
  await losesCalls(ruth.page, /\/api\/me$/, 5);
  await ruth.page.reload();
  await expect(ruth.page.getByRole('link', { name: 'Admin Console' })).toBeVisible();
});

test('where WebSocket is blocked, a new name and a new role of one’s own are there all the same', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  await ben.context.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await ben.page.goto('/chat');
  await expect(ben.page.getByText('Live updates are paused.')).toBeVisible();
  const uid = await uidOf(ben.page);

  await call(ben.page, 'POST', '/api/update-profile', { displayName: 'Benjamin Boyd' });
  await expect(ben.page.getByRole('complementary').getByText('Benjamin Boyd')).toBeVisible();
  await call(ruth.page, 'PATCH', `/api/users/${uid}`, { role: 'admin' });
  await tells(ben.page, 'You now have admin access!');
  await expect(ben.page.getByRole('link', { name: 'Admin Console' })).toBeVisible();
  await call(ruth.page, 'PATCH', `/api/users/${uid}`, { role: 'member' });
  await expect(ben.page.getByRole('link', { name: 'Admin Console' })).toHaveCount(0);
  // Later tests look for him by his original name.
  await call(ben.page, 'POST', '/api/update-profile', { displayName: 'Ben Boyd' });
});

test('what one has begun to write is there after a reload', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd');
  await goToChat(ruth.page, ['Ben Boyd']);
  await box(ruth.page).fill('Half a tho');
  await ruth.page.reload();
  await expect(box(ruth.page)).toHaveValue('Half a tho');
});
