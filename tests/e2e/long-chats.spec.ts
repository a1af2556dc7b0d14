import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import type { SoloProcess } from '../support/solo-process.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { goToChat, isStored, nothingWaits, say } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { deviceOf, keptOn } from './helpers/on-device.ts';
import { hearsOfChats, wholeAnswer } from './helpers/network.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { networkAway, takenOut } from './helpers/watch.ts';

/** The maximum number of messages on the page, however long a chat is. */
const most = 330;

const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });
const line = (page: Page, seq: number): Locator => log(page).locator(`[data-seq="${seq}"]`);
const newMessages = (page: Page): Locator => log(page).getByText('New messages');
const toNewest = (page: Page): Locator => page.getByRole('button', { name: 'Jump to newest' });

const seqs = (page: Page) =>
  log(page)
    .locator('[data-seq]')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['seq'])));

/** Fails when messages are missing between the rendered ones, or when there are too many. */
async function isWhole(page: Page) {
  const all = await seqs(page);
  const first = all[0] ?? 0;
  expect(all).toEqual(all.map((_, index) => first + index));
  expect(all.length).toBeLessThan(most);
}

/** The first and the last message that are visible, at least in part. */
const onScreen = (page: Page) =>
  log(page).evaluate((scroller) => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const rows = [...scroller.querySelectorAll<HTMLElement>('[data-seq]')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.bottom > top && place.top < bottom;
    });
    return { first: Number(rows[0]?.dataset['seq']), last: Number(rows.at(-1)?.dataset['seq']) };
  });

/** Turns the wheel until the message and what is `beside` it are visible; after each turn, `isWhole` must hold. */
async function scrollTo(page: Page, seq: number, by: number, ...beside: Locator[]) {
  let step = by;
  await log(page).hover();
  await expect(async () => {
    const { first, last } = await onScreen(page);
    // A slow machine combines several turns of the wheel, which overshoots the message.
    if (step > 0 ? first > seq : last < seq) step = -Math.sign(step) * Math.max(60, Math.abs(step) / 2);
    await page.mouse.wheel(0, step);
    await isWhole(page);
    for (const wanted of [line(page, seq), ...beside]) await expect(wanted).toBeInViewport({ timeout: 150 });
  }).toPass({ timeout: 90_000, intervals: [50] });
}

/** Whether a request tells the server that a person has read up to here. */
const isReadTo = (request: Request, seq: number) =>
  request.url().endsWith('/read') && (request.postDataJSON() as { seq?: number }).seq === seq;

/** A group in which the person of this page has sent so many messages. */
async function longChat(base: SoloProcess, page: Page, people: string[], count: number): Promise<string> {
  await goToChat(page, people, 'A long talk');
  const chatId = chatIdOf(page);
  await fillChat(await databaseOf(base.dataDir), chatId, await uidOf(page), count);
  return chatId;
}

test('a chat with 400 unread messages opens where one stopped reading, and the mark stays', async ({
  signedIn,
  joined,
  base,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('Grace Wanjiru');
  const chatId = await longChat(base, ruth.page, ['Ben Boyd', 'Grace Wanjiru'], 600);
  await call(ben.page, 'POST', `/api/chat/${chatId}/read`, { seq: 200 });

  await ben.page.goto(`/chat/${chatId}`);
  await expect(newMessages(ben.page)).toBeInViewport();
  await expect(line(ben.page, 200)).toBeInViewport();
  await expect(line(ben.page, 201)).toBeInViewport();
  await isWhole(ben.page);

  await scrollTo(ben.page, 230, 300);
  await scrollTo(ben.page, 200, -300, newMessages(ben.page));

  const read = ben.page.waitForResponse((answer) => isReadTo(answer.request(), 600) && answer.ok());
  await toNewest(ben.page).click();
  await expect(line(ben.page, 600)).toBeInViewport();
  await expect(toNewest(ben.page)).toBeHidden();
  await read;
  await ben.page.reload();
  await expect(line(ben.page, 600)).toBeInViewport();
  await expect(newMessages(ben.page)).toHaveCount(0);
});

test('a long chat is read to its beginning and back; the place is kept, and the page stays small', async ({
  signedIn,
  joined,
  base,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Grace Wanjiru', 'Jonas Lindqvist');
  const chatId = await longChat(base, ruth.page, ['Grace Wanjiru', 'Jonas Lindqvist'], 400);
  await ruth.page.goto(`/chat/${chatId}`);
  await expect(line(ruth.page, 400)).toBeInViewport();
  // A screenful of lines is rendered first, then the others of the first page.
  await expect.poll(async () => (await seqs(ruth.page)).length).toBeGreaterThanOrEqual(50);

  // Older messages are added above the visible ones, which do not move.
  const place = await log(ruth.page).evaluate(async (scroller) => {
    const rows = () => [...scroller.querySelectorAll<HTMLElement>('[data-seq]')];
    const before = rows()[0]?.dataset['seq'];
    const row = rows()[15];
    if (row === undefined) throw new Error('too few');
    row.scrollIntoView({ block: 'start' });
    const top = () => row.getBoundingClientRect().top;
    const first = top();
    while (rows()[0]?.dataset['seq'] === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return { first, later: top() };
  });
  expect(Math.abs(place.later - place.first)).toBeLessThan(2);

  await scrollTo(ruth.page, 1, -2000);
  await scrollTo(ruth.page, 400, 2000);
  await say(ruth.page, 'And that is all');
  await expect(log(ruth.page).getByText('And that is all')).toBeInViewport();
});

test('an address with a position opens the chat there, for the eyes and for the keyboard', async ({
  signedIn,
  joined,
  base,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('Jonas Lindqvist');
  const chatId = await longChat(base, ruth.page, ['Ben Boyd', 'Jonas Lindqvist'], 600);
  await call(ben.page, 'POST', `/api/chat/${chatId}/read`, { seq: 600 });

  await ben.page.goto(`/chat/${chatId}?at=120`);
  await expect(line(ben.page, 120)).toBeInViewport();
  await expect(line(ben.page, 120)).toBeFocused();
  await expect(ben.page).toHaveURL(new RegExp(`/chat/${chatId}$`));
  await scrollTo(ben.page, 95, -300);
  await scrollTo(ben.page, 180, 600);

  // New messages are not mixed in, and appear when the user goes to the newest end.
  await say(ruth.page, 'Said while he looked back');
  await expect(toNewest(ben.page)).toContainText('1');
  await isWhole(ben.page);
  await toNewest(ben.page).click();
  await expect(log(ben.page).getByText('Said while he looked back')).toBeInViewport();
  await say(ruth.page, 'And live again');
  await expect(log(ben.page).getByText('And live again')).toBeInViewport();

  // A person who writes while looking at older messages sees their own message.
  await ben.page.goto(`/chat/${chatId}?at=300`);
  await expect(line(ben.page, 300)).toBeInViewport();
  await say(ben.page, 'From far back');
  await expect(log(ben.page).getByText('From far back')).toBeInViewport();
});

test('what leaves the device while it is read is written there again', async ({ signedIn, joined, base }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Grace Wanjiru', 'Jonas Lindqvist');
  const chatId = await longChat(base, ruth.page, ['Ben Boyd', 'Grace Wanjiru', 'Jonas Lindqvist'], 400);
  await ruth.page.goto(`/chat/${chatId}?at=120`);
  await expect(line(ruth.page, 120)).toBeInViewport();
  const onDevice = async () => deviceOf(await keptOn(ruth.page));
  await expect.poll(onDevice).toContain('Line 120');

  // So many changes at once that the device drops the chat instead of fetching them.
  const changes = 100_000;
  await ruth.page.route('**/api/chat', async (route) => {
    const chats = (await wholeAnswer(route)) as object[];
    await route.fulfill({ json: chats.map((chat) => ({ ...chat, changeSeq: changes })) });
  });
  await ruth.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(onDevice).toContain(`"changes":${changes}`);
  expect(await onDevice()).toContain('Line 120');
});

test('what is written far back without a network shows at once, and is at the end when one is back', async ({
  signedIn,
  joined,
  base,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page, context } = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  await joined('Mateo Quispe');
  const chatId = await longChat(base, ruth.page, ['Ben Boyd', 'Mateo Quispe'], 600);
  await page.goto(`/chat/${chatId}?at=300`);
  await expect(line(page, 300)).toBeInViewport();
  await context.setOffline(true);
  // The device has not seen the newest end.
  await toNewest(page).click();
  await tells(page, 'Failed to load messages.');
  await say(page, 'Written in the tunnel');
  await expect(log(page).getByText('Written in the tunnel')).toBeInViewport();

  await context.setOffline(false);
  await isStored(page, 'Written in the tunnel');
  await nothingWaits(page);
  await expect(line(page, 600)).toBeInViewport();
  await expect(line(page, 601)).toContainText('Written in the tunnel');
  await isWhole(page);
});

test('the newest end that the device has seen is there without a network', async ({ signedIn, joined, base }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page, context } = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  await joined('Tevita Fifita');
  const chatId = await longChat(base, ruth.page, ['Ben Boyd', 'Tevita Fifita'], 600);
  await call(page, 'POST', `/api/chat/${chatId}/read`, { seq: 600 });
  await page.goto(`/chat/${chatId}`);
  await expect(line(page, 600)).toBeInViewport();
  // The last line is also in the list of chats.
  await expect.poll(async () => deviceOf(await keptOn(page))).toContain('Line 599');
  const hears = hearsOfChats(page);
  const around = page.waitForResponse('**/messages?*around=*');
  await page.goto(`/chat/${chatId}?at=120`);
  await around;
  await hears;
  await expect(line(page, 120)).toBeInViewport();
  await context.setOffline(true);
  await toNewest(page).click();
  await expect(line(page, 600)).toBeInViewport();
  await expect(toNewest(page)).toBeHidden();
  expect(await toldOn(page)).toEqual([]);
});

test('older messages that could not be loaded are loaded a little later', async ({ signedIn, joined, base }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Leilani Kealoha', 'Tevita Fifita');
  const chatId = await longChat(base, page, ['Leilani Kealoha', 'Tevita Fifita'], 120);
  let failures = 0;
  await page.route('**/messages?*before=*', (route) =>
    failures++ === 0 ? route.fulfill({ status: 503, json: { error: 'away', code: 'unavailable' } }) : route.fallback(),
  );
  await page.goto(`/chat/${chatId}`);
  await expect(line(page, 120)).toBeInViewport();
  await scrollTo(page, 1, -2000);
  expect(failures).toBeGreaterThan(1);
});

test('a long chat that was deleted and is begun again is empty, and asked for a few times only', async ({
  signedIn,
  joined,
  base,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: takenOut, blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('Leilani Kealoha');
  const people = ['Ben Boyd', 'Leilani Kealoha'];
  const chatId = await longChat(base, ruth.page, people, 1_500);
  await call(ruth.page, 'DELETE', `/api/chat/${chatId}`);
  let asked = 0;
  ruth.page.on('request', (request) => (asked += Number(request.url().includes('/messages?'))));
  await goToChat(ruth.page, people);
  await expect(ruth.page.getByText('Be the first to say hello.')).toBeVisible();
  await ben.page.goto(`/chat/${chatId}`);
  await say(ben.page, 'A new beginning');
  await expect(line(ruth.page, 1_501)).toBeInViewport();
  expect(await seqs(ruth.page)).toEqual([1_501]);
  expect(asked).toBeLessThan(10);
});

test('a jump that is given up for the newest end keeps no news away', async ({ signedIn, joined, base }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page, context } = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  await joined('Kim Ha-eun');
  const chatId = await longChat(base, ruth.page, ['Ben Boyd', 'Kim Ha-eun'], 600);
  await page.goto(`/chat/${chatId}?at=120`);
  await expect(line(page, 120)).toBeInViewport();
  const jump = await held(page, '**/messages?*around=*', 'GET');
  await page.evaluate(() => {
    history.pushState(null, '', '?at=350');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await jump.come;
  await toNewest(page).click();
  await expect(line(page, 600)).toBeInViewport();
  await jump.letGo();
  await context.setOffline(true);
  await say(ruth.page, 'Said meanwhile');
  await nothingWaits(ruth.page);
  await context.setOffline(false);
  await expect(line(page, 601)).toBeInViewport();
});
