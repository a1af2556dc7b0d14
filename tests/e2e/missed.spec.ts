import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import type { SoloProcess } from '../support/solo-process.ts';
import { type Desk, type Fixtures, test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { chatInList, goToChat, isStored, openChat, say, waiting } from './helpers/chat.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { networkAway } from './helpers/watch.ts';

const line = (page: Page, seq: number): Locator => page.locator(`[data-seq="${seq}"]`);
const dividerOn = (page: Page) => page.getByText('New messages', { exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** A chat in which only Ruth writes; the reader has read everything, and sees its end. */
interface ReadChat extends Desk {
  readonly id: string;
  /** Ruth's next messages, up to this one, of which nobody gets an event. */
  fill(upTo: number): Promise<void>;
  /** Ruth sends this many more messages in the usual way. */
  say(count: number, text?: string): Promise<void>;
  /** What the server knows about the reader's position. */
  state(): Promise<{ readSeq: number; unreadCount: number }>;
}

async function chatAtItsEnd(
  { signedIn, base }: Pick<Fixtures, 'signedIn'> & { base: SoloProcess },
  reader: string,
  count: number,
): Promise<ReadChat> {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const desk = await signedIn(reader, { expected: networkAway, blank: true });
  await goToChat(ruth.page, [reader]);
  const id = chatIdOf(ruth.page);
  const uid = await uidOf(ruth.page);
  // She must not read what is written in her name.
  await ruth.page.goto('about:blank');
  let filled = 0;
  const fill = async (upTo: number) => {
    await fillChat(await databaseOf(base.dataDir), id, uid, upTo, filled);
    filled = upTo;
  };
  await fill(count);
  await call(desk.page, 'POST', `/api/chat/${id}/read`, { seq: count });
  await desk.page.goto(`/chat/${id}`);
  await expect(line(desk.page, count)).toBeInViewport();
  const state = async () => {
    const chats = (await call(desk.page, 'GET', '/api/chat')) as { id: string; readSeq: number; unreadCount: number }[];
    return chats.find((chat) => chat.id === id) ?? { readSeq: -1, unreadCount: -1 };
  };
  await expect.poll(state).toMatchObject({ readSeq: count, unreadCount: 0 });
  return {
    ...desk,
    id,
    fill,
    state,
    async say(times, text = 'Live') {
      for (let n = 0; n < times; n += 1)
        await call(ruth.page, 'POST', '/api/chat/send', { chatId: id, text: `${text} ${n}`, clientId: randomUUID() });
    },
  };
}

const looks = (page: Page, isLooking: boolean) =>
  page.evaluate((now) => {
    document.hasFocus = () => now;
    dispatchEvent(new Event(now ? 'focus' : 'blur'));
  }, isLooking);

/** Nothing below what the screen shows counts as read. */
async function readsOnlyWhatShows({ id, page, state }: ReadChat, first: number, last: number): Promise<void> {
  await expect(dividerOn(page)).toBeInViewport();
  await expect(line(page, first)).toBeInViewport();
  await expect(line(page, last)).not.toBeInViewport();
  await expect.poll(async () => (await state()).readSeq).toBeGreaterThanOrEqual(first);
  const kept = () => page.evaluate((key) => sessionStorage.getItem(key), `chat:read:v1:${id}`);
  await expect.poll(kept, 'the rest is unread in this tab, too').toMatch(/"unread":true/);
  const { readSeq, unreadCount } = await state();
  expect(readSeq).toBeLessThan(first + 20);
  expect(unreadCount).toBe(last - readSeq);
  await expect.poll(() => waiting(page), 'it is open, but its end is not on the screen').toBe(unreadCount);
}

test('what was missed without a network is shown from its beginning, and is read as it is shown', async ({
  signedIn,
  base,
}) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'Ben Boyd', 60);
  await chat.context.setOffline(true);
  await chat.fill(140);
  await chat.context.setOffline(false);
  await readsOnlyWhatShows(chat, 61, 140);
  await chat.page.getByRole('button', { name: 'Jump to newest' }).click();
  await expect(line(chat.page, 140)).toBeInViewport();
  await expect.poll(chat.state).toEqual(expect.objectContaining({ readSeq: 140, unreadCount: 0 }));
});

test('what was missed while nobody looked, too, is shown from its beginning', async ({ signedIn, base }) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'Jonas Lindqvist', 60);
  await looks(chat.page, false);
  await chat.context.setOffline(true);
  await chat.fill(140);
  await chat.context.setOffline(false);
  await expect(line(chat.page, 140)).toBeAttached();
  await looks(chat.page, true);
  await readsOnlyWhatShows(chat, 61, 140);
});

test('what comes one by one while nobody looks is waiting from its beginning', async ({ signedIn, base }) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'Grace Wanjiru', 60);
  for (const [first, last, text] of [
    [61, 100, 'Live'],
    [101, 140, 'At greater length, '.repeat(20)],
  ] as const) {
    await looks(chat.page, false);
    await chat.say(40, text);
    await expect(line(chat.page, last)).toBeAttached();
    await looks(chat.page, true);
    await readsOnlyWhatShows(chat, first, last);
    await chat.page.getByRole('button', { name: 'Jump to newest' }).click();
    await expect.poll(chat.state).toEqual(expect.objectContaining({ readSeq: last, unreadCount: 0 }));
  }
});

test('one message that comes while nobody looks is on the screen, also below what was new before', async ({
  signedIn,
  base,
}) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'maximiliana@base.example', 60);
  await looks(chat.page, false);
  await chat.say(3);
  await expect(line(chat.page, 63)).toBeInViewport();
  await looks(chat.page, true);
  await chat.say(30);
  await expect(line(chat.page, 93)).toBeInViewport();
  await expect.poll(chat.state).toMatchObject({ readSeq: 93 });
  await looks(chat.page, false);
  await chat.say(1, 'At greater length, '.repeat(20));
  await expect(line(chat.page, 94)).toBeInViewport({ ratio: 1 });
  await expect(dividerOn(chat.page)).toBeInViewport();
});

test('who answers what was said long ago sees the answer, and nothing old is called new', async ({
  signedIn,
  base,
}) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'analucia@base.example', 200);
  const { page } = chat;
  await page.goto(`/chat/${chat.id}?at=110`);
  await expect(line(page, 110)).toBeInViewport();
  await say(page, 'That was long ago');
  await expect(log(page).getByText('That was long ago')).toBeInViewport();
  await isStored(page, 'That was long ago');
  await expect(line(page, 201)).toBeInViewport();
  await expect(dividerOn(page)).toHaveCount(0);
});

test('who reads further up stays there, however much was missed', async ({ signedIn, base }) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'Mateo Quispe', 400);
  const { page } = chat;
  await log(page).hover();
  await page.mouse.wheel(0, -900);
  await expect(line(page, 400)).not.toBeInViewport();
  await settled(page);
  const inSight = await page.evaluate(() => {
    const box = document.querySelector('[role=log]')!.getBoundingClientRect();
    const rows = [...document.querySelectorAll<HTMLElement>('[data-seq]')];
    return Number(rows.find((row) => row.getBoundingClientRect().top > box.top + 100)?.dataset['seq']);
  });
  expect(inSight).toBeLessThan(395);
  await chat.context.setOffline(true);
  await chat.fill(1_800);
  await chat.context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toContainText('99+');
  const count = await page.getByText('99+', { exact: true }).last().boundingBox();
  expect(count?.height, 'stands in one line').toBeLessThan(30);
  await expect(line(page, inSight)).toBeInViewport();
  expect(await chat.state()).toMatchObject({ readSeq: 400, unreadCount: 1_400 });
  await page.getByRole('button', { name: 'Jump to newest' }).click();
  await expect(line(page, 1_800)).toBeInViewport();
});

test('what is read without a network is told when there is one, though the page was closed meanwhile', async ({
  signedIn,
  base,
}) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'Kim Ha-eun', 60);
  const { page, context, id } = chat;
  await page.goto('/home');
  await chat.fill(64);
  await page.goto('/chat');
  await expect(chatInList(page, 'Ruth Adeyemi')).toContainText('4');
  const isRead = (request: Request) => request.url().endsWith(`/api/chat/${id}/read`);
  let onTheWay = 0;
  page.on('request', (request) => void (isRead(request) && (onTheWay += 1)));
  page.on('requestfailed', (request) => void (isRead(request) && (onTheWay -= 1)));
  await context.route(`**/api/chat/${id}/read`, (route) => route.abort());
  await openChat(page, 'Ruth Adeyemi');
  await expect(line(page, 64)).toBeInViewport();
  await expect(page).toHaveTitle(/^Ruth Adeyemi/);
  // A request that is held back while its page closes goes out. When the last has failed, the next is half a second away.
  await page.waitForEvent('requestfailed', (request) => isRead(request) && onTheWay === 0);
  await page.close();
  expect(await chat.state()).toMatchObject({ readSeq: 60, unreadCount: 4 });

  await context.unroute(`**/api/chat/${id}/read`);
  const later = await context.newPage();
  await later.goto('/home');
  await expect.poll(chat.state).toMatchObject({ readSeq: 64, unreadCount: 0 });
});

test('a mark that was set meanwhile stays, though an earlier page has something to tell', async ({
  signedIn,
  base,
}) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'olena@base.example', 60);
  const { page, context, id } = chat;
  await page.goto('about:blank');
  await chat.fill(64);
  await context.route(`**/api/chat/${id}/read`, (route) => route.abort());
  await page.goto(`/chat/${id}`);
  await expect(line(page, 64)).toBeInViewport();
  const untold = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('read:')));
  await expect.poll(untold).toHaveLength(1);
  await page.goto('/home');
  await call(page, 'POST', `/api/chat/${id}/read`, { unread: true });
  await context.unroute(`**/api/chat/${id}/read`);
  await page.goto('/groups');
  await expect.poll(untold).toEqual([]);
  expect(await chat.state()).toMatchObject({ markedUnread: true });
});

test('a mark that was set meanwhile stays, though what was read before could not be told until then', async ({
  signedIn,
  base,
}) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'bo@base.example', 60);
  const { page, context, id } = chat;
  await context.route(`**/api/chat/${id}/read`, (route) => route.abort());
  await chat.say(2);
  await expect(line(page, 62)).toBeInViewport();
  const untold = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('read:')));
  await expect.poll(untold).toHaveLength(1);
  await call(page, 'POST', `/api/chat/${id}/read`, { unread: true });
  await context.unroute(`**/api/chat/${id}/read`);
  await expect.poll(untold).toEqual([]);
  expect(await chat.state()).toMatchObject({ readSeq: 62, markedUnread: true });
});

test('a chat that was left far back opens at its end again', async ({ signedIn, base }) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'Tevita Fifita', 700);
  const { page } = chat;
  await page.goto(`/chat/${chat.id}?at=50`);
  await expect(line(page, 50)).toBeInViewport();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await openChat(page, 'Ruth Adeyemi');
  await expect(line(page, 700)).toBeInViewport();
  await chat.say(1);
  await expect(line(page, 701)).toBeInViewport();
});

test('messages behind a dialog are not read before it is closed', async ({ signedIn, base }) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'Leilani Kealoha', 60);
  const { page } = chat;
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  await expect(dialog).toBeVisible();
  await chat.say(3);
  await expect(line(page, 63)).toBeAttached();
  await expect(page).toHaveTitle(/^\(3\)/);
  expect(await chat.state()).toMatchObject({ readSeq: 60, unreadCount: 3 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(chat.state).toMatchObject({ readSeq: 63, unreadCount: 0 });
});

test('what comes while a chat is about to be printed leaves its name on paper as it is', async ({ signedIn, base }) => {
  const chat = await chatAtItsEnd({ signedIn, base }, 'maryam@base.example', 60);
  const { page } = chat;
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await page.getByRole('button', { name: 'Print this chat' }).click();
  await expect(page.getByText('60 messages, from the first to the newest.')).toBeVisible();
  // Phones tell the page at once that it has been printed, and take the name for the file later.
  await page.pdf();
  await expect(page).toHaveTitle('Ruth Adeyemi');
  await chat.say(2);
  await expect(line(page, 62)).toBeAttached();
  await settled(page);
  await expect(page).toHaveTitle('Ruth Adeyemi');
  await pressEscape(page);
  await expect(page).toHaveTitle('Ruth Adeyemi · Koinonia');
});
