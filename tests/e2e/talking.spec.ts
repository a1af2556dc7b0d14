import { expect, type Request } from '@playwright/test';
import { test } from './helpers/base.ts';
import { box, chatInList, chatLink, nothingWaits, openChat, say, showsExactly, texts } from './helpers/chat.ts';
import { chooseForChat, createChosen, startChat } from './helpers/new-chat.ts';
import { held } from './helpers/held-answers.ts';
import { settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

test('two people find each other and talk, both ways, live', async ({ signedIn }) => {
  const haeun = await signedIn('Kim Ha-eun');
  const jonas = await signedIn('Jonas Lindqvist', { blank: true });
  await jonas.page.goto('/chat');
  await startChat(haeun.page, ['Jonas Lindqvist']);
  await tells(haeun.page, 'Chat created!');
  await expect(haeun.page.getByText('No messages yet').last()).toBeVisible();
  await say(haeun.page, 'Good morning, Jonas. #first');

  await expect(chatInList(jonas.page, 'Kim Ha-eun')).toContainText('Good morning, Jonas. #first');
  await expect(chatInList(jonas.page, 'Kim Ha-eun')).toContainText('1 unread');
  await chatInList(jonas.page, 'Kim Ha-eun').click();
  await showsExactly(jonas.page, '#first', ['Good morning, Jonas. #first']);

  const talk = ['Good morning, Jonas. #first', 'Good morning! Coffee? #first', 'Please. #first'];
  await say(jonas.page, 'Good morning! Coffee? #first');
  await showsExactly(haeun.page, '#first', talk.slice(0, 2));
  await say(haeun.page, 'Please. #first');
  await showsExactly(haeun.page, '#first', talk);
  await showsExactly(jonas.page, '#first', talk);

  await jonas.page.reload();
  await showsExactly(jonas.page, '#first', talk);
  await nothingWaits(jonas.page);
});

test('three people talk in a group that has a name', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const bo = await signedIn('bo@base.example', { blank: true });
  await joined('Kim Ha-eun');
  await bo.page.goto('/chat');
  await startChat(ruth.page, ['bo@base.example', 'Kim Ha-eun'], 'Kitchen team');
  await say(ruth.page, 'Who cooks on Friday?');
  await expect(chatInList(bo.page, 'Kitchen team')).toContainText('Who cooks on Friday?');
  await chatInList(bo.page, 'Kitchen team').click();
  await say(bo.page, 'I do.');
  await showsExactly(ruth.page, '', ['Who cooks on Friday?', 'I do.']);
  await ruth.page.getByRole('button', { name: 'Chat Info' }).click();
  const info = ruth.page.getByRole('complementary', { name: 'Chat Info' });
  await expect(info).toContainText('Group chat');
  await expect(info.getByRole('listitem')).toHaveCount(3);
});

test('the same words twice are two messages', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const jonas = await signedIn('Jonas Lindqvist', { blank: true });
  await startChat(ruth.page, ['Jonas Lindqvist']);
  await say(ruth.page, 'Amen');
  await say(ruth.page, 'Amen');
  await showsExactly(ruth.page, 'Amen', ['Amen', 'Amen']);
  await openChat(jonas.page, 'Ruth Adeyemi');
  await showsExactly(jonas.page, 'Amen', ['Amen', 'Amen']);
});

test('markup is shown as text', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const olena = await signedIn('Олена Шевченко', { blank: true });
  await startChat(ruth.page, ['Олена']);
  const markup = '<img src=x onerror="document.title=1"><b>#markup</b>';
  await say(ruth.page, markup);
  await say(ruth.page, 'javascript:alert(1) #markup');
  await openChat(olena.page, 'Ruth Adeyemi');
  for (const { page } of [ruth, olena]) {
    await showsExactly(page, '#markup', [markup, 'javascript:alert(1) #markup']);
    await expect(page.getByRole('log').locator('img[src=x], b')).toHaveCount(0);
    await expect(page.getByRole('log').locator('a[href^="javascript"]')).toHaveCount(0);
    await expect(page).not.toHaveTitle('1');
  }
});

test('a new chat is for at least one, and says when nobody is found', async ({ signedIn }) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await tells(page, 'Select at least 1 user');
  await dialog.getByRole('searchbox').fill('nobody of this name');
  await expect(dialog.getByRole('status').getByText('No users found')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('what could not be created or added is tried again with the same button, which keeps the focus', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true, expected: /status of 500/ });
  await joined('Tevita Fifita', 'Kim Ha-eun', 'Grace Wanjiru');
  await page.goto('/home');
  await chooseForChat(page, ['Tevita Fifita']);
  const create = '**/api/chat/create';
  await page.route(create, (route) =>
    route.fulfill({ status: 500, json: { error: 'Out of order', code: 'internal' } }),
  );
  const button = page.getByRole('dialog').getByRole('button', { name: 'Create' });
  await button.press('Enter');
  await tells(page, 'Failed to create chat.');
  await expect(button).toBeFocused();
  await page.unroute(create);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tevita Fifita', level: 2 })).toBeVisible();

  await chooseForChat(page, ['Tevita Fifita', 'Kim Ha-eun'], 'Errands');
  await createChosen(page);
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await page.getByRole('button', { name: 'Add people' }).click();
  const adding = page.getByRole('dialog', { name: 'Add people' });
  await adding.getByRole('checkbox').first().press('Space');
  await page.route('**/api/chat/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { error: 'Out of order', code: 'internal' } })
      : route.fallback(),
  );
  const add = adding.getByRole('button', { name: 'Add', exact: true });
  await add.press('Enter');
  await tells(page, 'Nobody could be added. Please try again.');
  await expect(add).toBeFocused();
});

test('a chat with the same person is found again', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Tevita Fifita');
  await joined('Ana Lúcia Ferreira');
  await startChat(page, ['Ana Lúcia Ferreira']);
  const first = page.url();
  await page.goto('/home');
  await startChat(page, ['Ana Lúcia Ferreira']);
  await expect(page).toHaveURL(first);
  await expect(chatInList(page, 'Ana Lúcia Ferreira')).toHaveCount(1);
});

test('a chat that has just begun stays, though a list that was asked for before does not know of it', async ({
  signedIn,
  joined,
}) => {
  const { page, context } = await signedIn('Mateo Quispe Mamani', { expected: networkAway });
  await joined('Ben Boyd');
  // Without sockets, this page learns of chats only from lists.
  await context.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.goto('/chat');
  await expect(page.getByText('Live updates are paused.')).toBeVisible();
  const isList = (request: Request) => request.method() === 'GET' && request.url().endsWith('/api/chat');
  let isFirst = true;
  await page.route('**/api/chat', (route) => {
    if (!isList(route.request()) || isFirst) return route.fallback();
    // Later requests are never answered.
  });
  await chooseForChat(page, ['Ben Boyd']);
  const early = await held(page, '**/api/chat', 'GET');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await early.come;
  isFirst = false;
  await createChosen(page);
  await early.letGo();
  await settled(page);
  await expect(box(page)).toBeVisible();
  await expect(chatInList(page, 'Ben Boyd')).toBeVisible();
});

test('the keyboard alone is enough', async ({ signedIn, joined }) => {
  await joined('Leilani Kealoha-Nakamura');
  const { page } = await signedIn('Mateo Quispe Mamani');
  await chatLink(page).press('Enter');
  await page.getByRole('button', { name: 'Start a new chat' }).press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search by name or e-mail' })).toBeFocused();
  await page.keyboard.type('Leilani');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 person selected')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('First line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await expect(box(page)).toHaveValue('First line\nsecond line');
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await expect.poll(() => texts(page, 'First line')).toEqual(['First line\nsecond line']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});

test('what is new is marked where one left off', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const leilani = await signedIn('Leilani Kealoha-Nakamura', { blank: true });
  await startChat(ruth.page, ['Leilani']);
  await say(ruth.page, 'Read already');
  const told = leilani.page.waitForResponse((answer) => answer.url().endsWith('/read') && answer.ok());
  await openChat(leilani.page, 'Ruth Adeyemi');
  await showsExactly(leilani.page, '', ['Read already']);
  await told;
  await leilani.page.goto('/prayer');
  await say(ruth.page, 'Not read yet');
  await expect(chatLink(leilani.page)).toHaveAccessibleName(/unread/);
  await chatLink(leilani.page).click();
  await expect(chatInList(leilani.page, 'Ruth Adeyemi')).toContainText('1 unread');
  await chatInList(leilani.page, 'Ruth Adeyemi').click();
  await expect(leilani.page.getByText('New messages')).toBeVisible();
  await expect(leilani.page.getByRole('separator').first()).toContainText('Today');
  await leilani.page.getByRole('link', { name: 'Home', exact: true }).click();
  await chatLink(leilani.page).click();
  await expect(chatInList(leilani.page, 'Ruth Adeyemi')).not.toContainText('unread');
});
