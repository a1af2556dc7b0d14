import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import { haveBack, pressBack } from './helpers/back-button.ts';
import { barriers } from './helpers/barriers.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { box, chatInList, goToChat, isStored, openChat, openLiveChat, say } from './helpers/chat.ts';
import { attach, document } from './helpers/files.ts';
import { changeChat, chooseInMenu, message } from './helpers/message-acts.ts';
import { phone } from './helpers/phone.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { either, networkAway, takenOut } from './helpers/watch.ts';

const taken = 'This chat is no longer here. It was deleted on another device, or you were removed from it.';

const info = (page: Page) => page.getByRole('complementary', { name: 'Chat Info' });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });

test('whoever is taken out of the group that they have open is told, and comes to the list', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: takenOut, blank: true });
  await joined('Tevita Fifita');
  await goToChat(ruth.page, ['Ben Boyd', 'Tevita Fifita'], 'Roof repairs');
  await openLiveChat(ben.page, 'Roof repairs');
  await box(ben.page).fill('I was about to');
  await changeChat(ruth.page, { remove: [await uidOf(ben.page)] });
  await tells(ben.page, taken);
  await expect(ben.page).toHaveURL(/\/chat$/);
  await expect(chatInList(ben.page, 'Roof repairs')).toHaveCount(0);
});

test('of what was begun in a group nothing is left once one is taken out, and one is told of what was not sent', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: either(takenOut, networkAway), blank: true });
  await joined('Grace Wanjiru');
  await goToChat(ruth.page, ['Ben Boyd', 'Grace Wanjiru'], 'Ladders');
  await say(ruth.page, 'Who brings the long one?');
  await openLiveChat(ben.page, 'Ladders');
  const chatId = chatIdOf(ben.page);
  await ben.page.route('**/api/chat/send', (route) => route.abort());
  await say(ben.page, 'It is in the shed');
  await expect(ben.page.getByText('Waiting to be sent')).toHaveCount(1);
  await chooseInMenu(ben.page, 'Who brings the long one?', 'Reply');
  await box(ben.page).fill('I was about to');
  await changeChat(ruth.page, { remove: [await uidOf(ben.page)] });
  await tells(ben.page, taken);
  await ben.page.unroute('**/api/chat/send');
  await tells(ben.page, 'Failed to send message');
  const kept = await ben.page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.includes(chatId))).toEqual([]);

  await changeChat(ruth.page, { add: [await uidOf(ben.page)] });
  await chatInList(ben.page, 'Ladders').click();
  await expect(box(ben.page)).toHaveValue('');
  await expect(ben.page.getByRole('button', { name: 'Cancel reply' })).toHaveCount(0);
  await expect(message(ben.page, 'It is in the shed')).toHaveCount(0);
});

test('nothing is left once one is taken out of a group, though the event was lost', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: either(takenOut, networkAway), blank: true });
  await joined('Kim Ha-eun');
  await ben.context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => frame.toString().includes('"chatDeleted"') || socket.send(frame));
  });
  await goToChat(ruth.page, ['Ben Boyd', 'Kim Ha-eun'], 'Gutters');
  await say(ruth.page, 'Who cleans them?');
  await openChat(ben.page, 'Gutters');
  const chatId = chatIdOf(ben.page);
  await ben.page.route('**/api/chat/send', (route) => route.abort());
  await say(ben.page, 'I have the hose');
  await expect(ben.page.getByText('Waiting to be sent')).toHaveCount(1);
  await chooseInMenu(ben.page, 'Who cleans them?', 'Reply');
  await attach(ben.page, 'File', [document('Plan.pdf', '%PDF-1.7 plan')]);
  await box(ben.page).fill('I was about to');
  await changeChat(ruth.page, { remove: [await uidOf(ben.page)] });
  await ben.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(chatInList(ben.page, 'Gutters')).toHaveCount(0);
  await tells(ben.page, taken);
  await expect(ben.page).toHaveURL(/\/chat$/);
  await ben.page.unroute('**/api/chat/send');
  await tells(ben.page, 'Failed to send message');
  const kept = await ben.page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.includes(chatId))).toEqual([]);

  await changeChat(ruth.page, { add: [await uidOf(ben.page)] });
  await chatInList(ben.page, 'Gutters').click();
  await expect(box(ben.page)).toHaveValue('');
  await expect(ben.page.getByRole('button', { name: /^(Cancel reply|Remove Plan.pdf)$/ })).toHaveCount(0);
  await expect(message(ben.page, 'I have the hose')).toHaveCount(0);
});

test('what was begun stays when the chat proves to be there still', async ({ signedIn, joined }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Jonas Lindqvist');
  const sockets: WebSocketRoute[] = [];
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      server.send(frame);
      if (frame.toString().includes('"joinChats"')) sockets.push(socket);
    });
  });
  await goToChat(page, ['Jonas Lindqvist']);
  await expect.poll(() => sockets).not.toEqual([]);
  const chatId = chatIdOf(page);
  await page.route('**/api/chat/send', (route) => route.abort());
  await say(page, 'Is the kettle on?');
  await expect(page.getByText('Waiting to be sent')).toHaveCount(1);
  await box(page).fill('I was about to');
  // What the server sends when its database does not answer.
  sockets.at(-1)?.send(`42["chatDeleted",${JSON.stringify({ id: chatId })}]`);
  await tells(page, taken);
  await chatInList(page, 'Jonas Lindqvist').click();
  await expect(box(page)).toHaveValue('I was about to');
  await expect(message(page, 'Is the kettle on?')).toBeVisible();
  expect(await toldOn(page)).not.toContain('Failed to send message');
});

test('a chat is deleted from Chat Info, on a phone, and nobody is told what they did themselves', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { touch: true, blank: true });
  await joined('Kim Ha-eun');
  await goToChat(ruth.page, ['Kim Ha-eun']);
  await say(ruth.page, 'Not for long');
  await isStored(ruth.page, 'Not for long');
  await ruth.page.setViewportSize(phone.size);
  await ruth.page.getByRole('button', { name: 'Chat Info' }).click();
  await expect(info(ruth.page).getByRole('heading', { name: 'Chat Info' })).toBeFocused();
  expect(await barriers(ruth.page)).toEqual([]);
  await info(ruth.page).getByRole('button', { name: 'Delete Chat' }).click();
  const dialog = ruth.page.getByRole('dialog', { name: 'Delete Chat' });
  await expect(dialog).toContainText('Delete this chat? This cannot be undone.');
  await dialog.getByRole('button', { name: 'Delete Chat' }).click();
  await expect(ruth.page).toHaveURL(/\/chat$/);
  await expect(chatInList(ruth.page, 'Kim Ha-eun')).toHaveCount(0);
  expect(await toldOn(ruth.page)).not.toContain(taken);
});

test('nobody is told what they deleted when the event comes only after its answer', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Kim Ha-eun');
  const answered = ruth.page.waitForEvent('requestfinished', (request) => request.method() === 'DELETE');
  const hears = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  await ruth.context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (frame) => {
      const isEvent = frame.toString().includes('"chatDeleted"');
      if (isEvent) await answered;
      socket.send(frame);
      if (isEvent) told.resolve();
      if (frame.toString().includes('"joined"')) hears.resolve();
    });
  });
  await goToChat(ruth.page, ['Kim Ha-eun']);
  await hears.promise;
  await say(ruth.page, 'Not for long either');
  await isStored(ruth.page, 'Not for long either');
  await ruth.page.getByRole('button', { name: 'Chat Info' }).click();
  await info(ruth.page).getByRole('button', { name: 'Delete Chat' }).click();
  // So that the event comes while the page still shows the chat.
  const devTools = await ruth.context.newCDPSession(ruth.page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await ruth.page.getByRole('dialog').getByRole('button', { name: 'Delete Chat' }).click();
  await told.promise;
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(ruth.page).toHaveURL(/\/chat$/);
  await expect(chatInList(ruth.page, 'Kim Ha-eun')).toHaveCount(0);
  expect(await toldOn(ruth.page)).not.toContain(taken);
});

test('on a phone, Back goes one step at a time and does not leave the chat', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { touch: true, blank: true });
  await joined('Олена Шевченко');
  await haveBack(ruth.page);
  await goToChat(ruth.page, ['Олена']);
  await ruth.page.setViewportSize(phone.size);
  await ruth.page.reload();
  await ruth.page.getByRole('button', { name: 'Chat Info' }).tap();
  await info(ruth.page).getByRole('button', { name: 'Attachments' }).tap();
  await expect(info(ruth.page).getByRole('heading', { name: 'Attachments' })).toBeVisible();
  await pressBack(ruth.page);
  await info(ruth.page).getByRole('button', { name: 'Delete Chat' }).tap();
  await expect(ruth.page.getByRole('dialog')).toBeVisible();
  await pressBack(ruth.page);
  await expect(ruth.page.getByRole('dialog')).toHaveCount(0);
  await expect(info(ruth.page).getByRole('heading', { name: 'Chat Info' })).toBeVisible();
  await pressBack(ruth.page);
  await expect(info(ruth.page)).toHaveCount(0);
  await expect(box(ruth.page)).toBeVisible();

  await ruth.page.getByRole('button', { name: 'Add an attachment' }).tap();
  await expect(ruth.page.getByRole('menu')).toBeVisible();
  await pressBack(ruth.page);
  await expect(ruth.page.getByRole('menu')).toHaveCount(0);
  await ruth.page.getByRole('button', { name: 'Back' }).tap();
  await expect(chatInList(ruth.page, 'Олена')).toBeFocused();
});

test('what was begun, and a reaction that waits, are there in a new window', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Grace Wanjiru');
  await goToChat(ruth.page, ['Grace Wanjiru']);
  await say(ruth.page, 'Kept in mind');
  await isStored(ruth.page, 'Kept in mind');
  await box(ruth.page).fill('Half a sen');
  await ruth.context.route('**/api/chat/react', (route) => route.abort());
  await message(ruth.page, 'Kept in mind').getByText('Kept in mind').click({ button: 'right' });
  await ruth.page.getByRole('menuitemcheckbox', { name: 'Pray' }).click();
  await expect(message(ruth.page, 'Kept in mind').getByRole('button', { name: 'Pray, 1' })).toBeVisible();
  const address = ruth.page.url();
  await ruth.page.close();

  await ruth.context.unroute('**/api/chat/react');
  const page = await ruth.context.newPage();
  const told = page.waitForResponse('**/api/chat/react');
  await page.goto(address);
  await expect(box(page)).toHaveValue('Half a sen');
  expect((await told).status()).toBe(200);
});

test('what is sent does not come back into the box from a slow window that has the same chat open', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Grace Wanjiru');
  await goToChat(ruth.page, ['Grace Wanjiru']);
  const slow = await ruth.context.newPage();
  await slow.goto(ruth.page.url());
  await expect(box(slow)).toBeVisible();
  const devTools = await ruth.context.newCDPSession(slow);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await box(ruth.page).fill('Half a sen');
  await expect(box(slow)).toHaveValue('Half a sen');
  for (let count = 0; count < 10; count++) {
    await say(ruth.page, `Sentence ${count}`);
    await expect(box(slow)).toHaveValue('');
    await expect(box(ruth.page)).toHaveValue('');
  }
});

test('coming back to the list on a phone, one is where one was', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { touch: true, blank: true });
  await ruth.page.setViewportSize(phone.size);
  const names = ['Ben Boyd', 'Jonas Lindqvist', 'Mateo Quispe Mamani', 'Tevita Fifita', 'Leilani Kealoha-Nakamura'];
  await joined(...names);
  const staff = (await call(ruth.page, 'GET', '/api/users')) as { uid: string; displayName: string }[];
  const people = staff.filter(({ displayName }) => names.includes(displayName)).map(({ uid }) => uid);
  const sets = people.flatMap((a, i) => people.slice(i + 1).map((b) => [a, b]));
  for (const [index, users] of sets.entries())
    await call(ruth.page, 'POST', '/api/chat/create', { users, isGroup: true, name: `Team ${index}` });
  await ruth.page.goto('/chat');
  const list = ruth.page.getByRole('region', { name: 'Chats' });
  await chatInList(ruth.page, 'Team 0').tap();
  await expect(title(ruth.page, 'Team 0')).toBeVisible();
  await ruth.page.getByRole('button', { name: 'Back' }).tap();
  await expect(chatInList(ruth.page, 'Team 0')).toBeInViewport();

  await list.getByRole('searchbox').fill('team');
  await list.getByRole('button', { name: /^Narrow the search/ }).tap();
  await list.getByLabel('Since').fill('2026-01-01');
  await chatInList(ruth.page, 'Team 1').tap();
  await ruth.page.getByRole('button', { name: 'Back' }).tap();
  await expect(list.getByRole('searchbox')).toHaveValue('team');
  await expect(list.getByLabel('Since')).toHaveValue('2026-01-01');
});
