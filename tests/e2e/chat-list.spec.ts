import { expect, type Page } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import {
  chatInList,
  goToChat,
  isStored,
  nothingWaits,
  openChat,
  peekOf,
  readInList,
  say,
  showsExactly,
  unreadInList,
} from './helpers/chat.ts';
import { startChatByTouch } from './helpers/new-chat.ts';
import { rest, scroll } from './helpers/touch.ts';
import { changeChat } from './helpers/message-acts.ts';
import { failsUntilClick, getsTokensAlone, losesCalls } from './helpers/network.ts';
import { phone } from './helpers/phone.ts';
import { pressEscape } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const longPress = 450;

/** Waits until the server knows that a chat is read, or unread. */
const told = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/read') && answer.ok());

test('one looks into a chat without reading it: the last eight messages', async ({ signedIn }) => {
  const mateo = await signedIn('Mateo Quispe');
  const leilani = await signedIn('Leilani', { blank: true });
  await goToChat(leilani.page, ['Mateo Quispe']);
  for (let n = 1; n <= 10; n += 1) await say(leilani.page, `Look ${n} #peek`);
  await showsExactly(leilani.page, 'Look 10 #peek', ['Look 10 #peek']);
  const { page } = mateo;
  const name = 'Leilani Kealoha-Nakamura';
  await page.goto('/chat');
  await unreadInList(page, name, 10);

  await chatInList(page, name).click({ button: 'right' });
  const lines = peekOf(page, name).getByRole('listitem');
  await expect(lines).toHaveCount(8);
  await expect(lines.first()).toContainText('Look 3 #peek');
  await expect(lines.last()).toContainText('Look 10 #peek');
  await say(leilani.page, 'Look 11 #peek');
  await expect(lines.last()).toContainText('Look 11 #peek');
  await expect(lines).toHaveCount(8);
  expect(await barriers(page)).toEqual([]);
  await pressEscape(page);
  await expect(peekOf(page, name)).toBeHidden();
  await page.reload();
  await unreadInList(page, name, 11);

  await chatInList(page, name).click({ button: 'right' });
  const marked = told(page);
  await peekOf(page, name).getByRole('button', { name: 'Mark Read' }).click();
  await readInList(page, name);
  await marked;
  await page.reload();
  await readInList(page, name);

  await chatInList(page, name).click({ button: 'right' });
  await peekOf(page, name).getByRole('button', { name: 'Open Chat' }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(peekOf(page, name)).toBeHidden();
});

test('a chat that could not be marked read stays unread, and can be marked again', async ({ signedIn }) => {
  const name = 'Leilani Kealoha-Nakamura';
  const { page } = await signedIn('Tevita Fifita', { expected: networkAway, blank: true });
  const leilani = await signedIn('Leilani', { blank: true });
  await goToChat(leilani.page, ['Tevita Fifita']);
  await say(leilani.page, 'Are you there?');
  await nothingWaits(leilani.page);
  await page.goto('/chat');
  await unreadInList(page, name, 1);
  await losesCalls(page, /\/read$/, 1);
  const mark = async () => {
    await chatInList(page, name).click({ button: 'right' });
    await peekOf(page, name).getByRole('button', { name: 'Mark Read' }).click();
  };
  await mark();
  await tells(page, 'This could not be saved. Please try again.');
  await unreadInList(page, name, 1);
  const marked = told(page);
  await mark();
  await marked;
  await readInList(page, name);
});

test('a look says what happened to a group as the chat itself says it', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Grace Wanjiru', 'Jonas Lindqvist', 'Tevita Fifita');
  await goToChat(page, ['Grace Wanjiru', 'Jonas Lindqvist', 'Tevita Fifita'], 'Songs');
  await changeChat(page, { name: 'Psalms' });
  await chatInList(page, 'Psalms').click({ button: 'right' });
  await expect(peekOf(page, 'Psalms').getByRole('listitem')).toHaveText('You named the chat “Psalms”');
});

test('the look is there for the keyboard and by a button, too, and gives the focus back', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Mateo Quispe', { blank: true });
  await joined('Grace Wanjiru');
  await goToChat(page, ['Grace Wanjiru']);
  await page.goto('/chat');
  const chat = chatInList(page, 'Grace Wanjiru');
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await chat.press(key);
    await expect(peekOf(page, 'Grace Wanjiru')).toBeVisible();
    await pressEscape(page);
    await expect(peekOf(page, 'Grace Wanjiru')).toBeHidden();
    await expect(chat).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'More actions for Grace Wanjiru' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(peekOf(page, 'Grace Wanjiru')).toContainText('No messages yet');
});

test('a finger that rests looks in and opens nothing; one that scrolls does neither', async ({ signedIn, joined }) => {
  await joined('Leilani');
  const { page } = await signedIn('Grace Wanjiru', phone);
  const name = 'Leilani Kealoha-Nakamura';
  await startChatByTouch(page, name);
  await page.getByRole('button', { name: 'Back' }).tap();
  const chat = chatInList(page, name);

  // Longer than it could take: the absence of a change can only be waited for.
  const aWhile = () => page.waitForTimeout(2 * longPress);
  await scroll(page, chat, 40, aWhile);
  await expect(peekOf(page, name)).toBeHidden();

  await rest(page, chat, () => expect(peekOf(page, name)).toBeVisible());
  await aWhile();
  await expect(peekOf(page, name)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/chat');

  await peekOf(page, name).getByRole('button', { name: 'Delete Chat' }).tap();
  await page.getByRole('dialog', { name: 'Delete Chat' }).getByRole('button', { name: 'Delete Chat' }).tap();
  await expect(chat).toHaveCount(0);
});

test('a chat is deleted after a question, everywhere, and comes back with what is new', async ({ signedIn }) => {
  const { page, context } = await signedIn('Jonas Lindqvist', { expected: /status of 500/ });
  const other = await context.newPage();
  const { page: anas } = await signedIn('Ana Lúcia', { blank: true });
  await goToChat(anas, ['Jonas Lindqvist']);
  await say(anas, 'Long ago #gone');
  const name = 'Ana Lúcia Ferreira';
  await openChat(other, name);
  // Browsers render background tabs only now and then.
  await page.bringToFront();
  await openChat(page, name);
  await showsExactly(page, '#gone', ['Long ago #gone']);

  const failing = '**/api/chat/*';
  await page.route(failing, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } })
      : route.fallback(),
  );
  await chatInList(page, name).click({ button: 'right' });
  await peekOf(page, name).getByRole('button', { name: 'Delete Chat' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Chat' });
  await expect(question).toContainText('Delete this chat? This cannot be undone.');
  const told = page.waitForEvent('dialog').then(async (alert) => {
    await alert.accept();
    return alert.message();
  });
  await question.getByRole('button', { name: 'Delete Chat' }).click();
  expect(await told).toBe('Failed to delete chat');
  await expect(question.getByRole('alert')).toHaveText('Failed to delete chat');
  await page.unroute(failing);

  await question.getByRole('button', { name: 'Delete Chat' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(chatInList(page, name)).toHaveCount(0);
  await expect(other).toHaveURL(/\/chat$/);
  await expect(chatInList(other, name)).toHaveCount(0);
  const id = new URL(anas.url()).pathname.replace('/chat/', '');
  const kept = () => page.evaluate((chat) => Object.keys(sessionStorage).filter((key) => key.endsWith(chat)), id);
  await expect.poll(kept).toEqual([]);

  await say(anas, 'Something new #gone');
  await expect(chatInList(page, name)).toContainText('Something new');
  await chatInList(page, name).click();
  await showsExactly(page, '#gone', ['Something new #gone']);
});

test('a chat in which nobody has written yet keeps its place when another one moves up', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd', 'Kim Ha-eun');
  const { page } = await signedIn('Олена', { blank: true });
  const tevita = await signedIn('Tevita', { blank: true });
  await goToChat(page, ['Ben Boyd']);
  await say(page, 'Peace to you #place');
  await isStored(page, 'Peace to you #place');
  await goToChat(tevita.page, ['Олена']);
  await say(tevita.page, 'And to you #place');
  await unreadInList(page, 'Tevita Fifita', 1);
  await goToChat(page, ['Kim Ha-eun']);
  const links = page.getByRole('region', { name: 'Chats' }).getByRole('link');
  await expect(links).toContainText(['Kim Ha-eun', 'Tevita Fifita', 'Ben Boyd']);

  await say(tevita.page, 'One more thing #place');
  await expect(links).toContainText(['Tevita Fifita', 'Kim Ha-eun', 'Ben Boyd']);
});

test('no chat is called gone while the chats cannot be loaded', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Maximiliana', { blank: true, expected: /status of 500/ });
  const staff = (await call(page, 'GET', '/api/users')) as { uid: string; displayName: string }[];
  const ben = staff.find(({ displayName }) => displayName === 'Ben Boyd');
  const { id } = (await call(page, 'POST', '/api/chat/create', { users: [ben?.uid], isGroup: false })) as {
    id: string;
  };
  await getsTokensAlone(page);
  await failsUntilClick(page, '**/api/chat', 500);
  await page.goto(`/chat/${id}`);
  const pane = page.getByRole('region', { name: 'Chat', exact: true });
  await expect(pane).toContainText('The messages could not be loaded. Nothing is lost.');
  await expect(pane).not.toContainText('This chat is not here');

  await pane.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Ben Boyd', level: 2 })).toBeVisible();
});

test('two hundred chats: found by name and person in any script, and walked through by arrow keys', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('مريم');
  const people = (await call(page, 'GET', '/api/users')) as { uid: string; displayName: string }[];
  const uidOf = (name: string) => people.find((person) => person.displayName.includes(name))?.uid ?? 'nobody';
  const chats = Array.from({ length: 200 }, (_, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    isGroup: true,
    name: index === 150 ? 'Café José, Montréal' : `Team ${index}`,
    users: index === 170 ? [uidOf('مريم'), uidOf('Ruth')] : [uidOf('Ruth')],
    lastMessage: `Message ${index}`,
    lastMessageAt: new Date(Date.UTC(2026, 9, 20, 12) - index * 60_000).toISOString(),
    lastSeq: 1,
    unreadCount: index === 3 ? 120 : 0,
  }));
  await getsTokensAlone(page);
  await page.route('**/api/chat', (route) => route.fulfill({ json: chats }));
  // The number of chats that are drawn first, before the others.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const drawn = document.querySelectorAll('section li > a').length;
      if (drawn === 0) return;
      watch.disconnect();
      sessionStorage.setItem('drawn at first', `${drawn}`);
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await page.goto('/chat');
  const links = page.getByRole('region', { name: 'Chats' }).getByRole('link');
  await expect(links).toHaveCount(200);
  expect(await page.evaluate(() => Number(sessionStorage.getItem('drawn at first')))).toBe(40);
  await expect(links.nth(3)).toContainText('99+');

  await page.getByRole('button', { name: 'Start a new chat' }).focus();
  await page.keyboard.press('Tab');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();
  await expect(links.last()).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(links.first()).toBeFocused();

  const search = page.getByRole('searchbox', { name: 'Search chats...' });
  for (const [words, found] of [
    ['jose cafe', 'Café José, Montréal'],
    ['TEAM 199', 'Team 199'],
    ['مريم', 'Team 170'],
  ] as const) {
    await search.fill(words);
    await expect(links).toHaveCount(1);
    await expect(links).toContainText(found);
  }
  await search.fill('nobody of that name');
  await expect(page.getByRole('status').getByText('No chats found')).toBeVisible();
});
