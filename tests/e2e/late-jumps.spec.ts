import { expect, type Locator, type Page } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import type { SoloProcess } from '../support/solo-process.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { box, chatInList, goToChat, isStored, say } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { settled } from './helpers/settled.ts';
import { toldOn } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const line = (page: Page, seq: number): Locator => page.getByRole('log').locator(`[data-seq="${seq}"]`);

/** Opens a group in which the person of this page has sent 600 messages. */
async function openLongChat(base: SoloProcess, page: Page, people: string[]): Promise<string> {
  await goToChat(page, people, 'A long talk');
  const chatId = chatIdOf(page);
  await fillChat(await databaseOf(base.dataDir), chatId, await uidOf(page), 600);
  await page.reload();
  await expect(line(page, 600)).toBeInViewport();
  return chatId;
}

/** Follows a link to a message of the open chat. */
const jumpTo = (page: Page, seq: number) =>
  page.evaluate((at) => {
    history.pushState(null, '', `?at=${at}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, seq);

/** Calls for these messages get no answer; the returned function says so to the page. */
async function unanswered(page: Page, url: string) {
  const come = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    come.resolve();
    await free.promise;
    await route.abort();
  });
  return {
    come: come.promise,
    async fail() {
      const failed = page.waitForEvent('requestfailed');
      free.resolve();
      await failed;
      await settled(page);
    },
  };
}

test('a message that cannot be loaded takes nobody back from where they went meanwhile', async ({
  signedIn,
  joined,
  base,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Ben Boyd', 'Kim Ha-eun');
  await goToChat(page, ['Ben Boyd']);
  await openLongChat(base, page, ['Ben Boyd', 'Kim Ha-eun']);
  const jump = await unanswered(page, '**/messages?*around=120*');
  await jumpTo(page, 120);
  await jump.come;
  await chatInList(page, 'Ben Boyd').click();
  await expect(page.getByRole('heading', { name: 'Ben Boyd', level: 2 })).toBeVisible();
  const address = page.url();
  await jump.fail();
  expect(page.url()).toBe(address);
  await expect(page.getByRole('heading', { name: 'Ben Boyd', level: 2 })).toBeVisible();
  expect(await toldOn(page)).not.toContain('That message cannot be loaded right now.');
});

test('a message that cannot be loaded gives up no later jump', async ({ signedIn, joined, base }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Ben Boyd', 'Jonas Lindqvist');
  await openLongChat(base, page, ['Ben Boyd', 'Jonas Lindqvist']);
  const first = await unanswered(page, '**/messages?*around=120*');
  const second = await held(page, '**/messages?*around=350*', 'GET');
  await jumpTo(page, 120);
  await first.come;
  await jumpTo(page, 350);
  await second.come;
  await first.fail();
  await second.letGo();
  await expect(line(page, 350)).toBeFocused();
  await expect(line(page, 350)).toBeInViewport();
  expect(await toldOn(page)).not.toContain('That message cannot be loaded right now.');
});

test('a jump that is given up for writing moves nobody later', async ({ signedIn, joined, base }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Grace Wanjiru');
  await openLongChat(base, page, ['Ben Boyd', 'Grace Wanjiru']);
  const jump = await held(page, '**/messages?*around=530*', 'GET');
  await jumpTo(page, 530);
  await jump.come;
  await say(page, 'Never mind');
  await isStored(page, 'Never mind');
  await jump.letGo();
  await page.getByRole('log').hover();
  await expect(async () => {
    await page.mouse.wheel(0, -300);
    await expect(line(page, 501)).toBeAttached({ timeout: 150 });
  }).toPass();
  await settled(page);
  await expect(box(page)).toBeFocused();
});

test('whoever jumps to a message while the newest end is on its way stays there', async ({
  signedIn,
  joined,
  base,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Mateo Quispe Mamani');
  await openLongChat(base, page, ['Ben Boyd', 'Mateo Quispe Mamani']);
  await jumpTo(page, 120);
  await expect(line(page, 120)).toBeFocused();
  const newest = await held(page, /\/messages\?limit=\d+$/, 'GET');
  await page.getByRole('button', { name: 'Jump to newest' }).click();
  await newest.come;
  await jumpTo(page, 130);
  await expect(line(page, 130)).toBeFocused();
  await newest.letGo();
  await settled(page);
  await expect(line(page, 130)).toBeInViewport();
});

test('messages of a chat that was left meanwhile fail in silence', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const kim = await signedIn('Kim Ha-eun', { blank: true });
  await joined('Ben Boyd');
  await goToChat(page, ['Ben Boyd']);
  const users = [await uidOf(page)];
  const { id } = (await call(kim.page, 'POST', '/api/chat/create', { users, isGroup: false })) as { id: string };
  await call(kim.page, 'POST', '/api/chat/send', { chatId: id, text: 'Are you there?', clientId: 'one' });
  const opening = await unanswered(page, `**/api/chat/${id}/messages*`);
  await chatInList(page, 'Kim Ha-eun').click();
  await opening.come;
  await chatInList(page, 'Ben Boyd').click();
  await expect(page.getByRole('heading', { name: 'Ben Boyd', level: 2 })).toBeVisible();
  await opening.fail();
  expect(await toldOn(page)).not.toContain('Failed to load messages.');
});
