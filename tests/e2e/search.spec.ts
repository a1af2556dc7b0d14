import { expect, type Locator, type Page } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { chatInList, goToChat, openChat, openLiveChat, say, showsExactly } from './helpers/chat.ts';
import { changeChat } from './helpers/message-acts.ts';
import { phone } from './helpers/phone.ts';
import { networkAway } from './helpers/watch.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Chats' });
const searchBox = (page: Page) => list(page).getByRole('searchbox', { name: 'Search chats...' });
const found = (page: Page) => list(page).getByRole('list', { name: 'Messages' }).getByRole('listitem');

const info = (page: Page) => page.getByRole('complementary', { name: 'Chat Info' });

/** New messages become searchable a moment later. */
async function isSearchable(page: Page, words: string, count: number): Promise<void> {
  const path = `/api/chat/search?limit=50&q=${encodeURIComponent(words)}`;
  const searched = async () => ((await call(page, 'GET', path)) as { messages: unknown[] }).messages.length;
  await expect.poll(searched).toBe(count);
}

async function find(page: Page, words: string, count: number): Promise<void> {
  await isSearchable(page, words, count);
  await searchBox(page).fill(words);
  await expect(found(page)).toHaveCount(count);
}

/** Searches the open chat from its info. */
async function searchChat(page: Page, words: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await info(page).getByRole('button', { name: 'Search in this chat' }).click();
  const box = info(page).getByRole('searchbox', { name: 'Search messages...' });
  await expect(box).toBeFocused();
  await box.fill(words);
  return info(page).getByRole('list', { name: 'Messages' }).getByRole('listitem');
}

test('words are found in all chats, marked, and one goes to their place by the keyboard', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('Ana Lúcia Ferreira');
  await goToChat(ben.page, ['Ruth Adeyemi']);
  for (const text of ['Le café est très chaud', 'غداً صلاة الجماعة', '明日の朝に祈祷会があります', 'พรุ่งนี้เช้ามีประชุม'])
    await say(ben.page, text);
  await goToChat(ben.page, ['Ruth Adeyemi', 'Ana Lúcia Ferreira'], 'Pilgrims');
  await say(ben.page, '<b>Cafeteria</b> opens at nine');
  await showsExactly(ben.page, 'opens', ['<b>Cafeteria</b> opens at nine']);

  await ruth.page.goto('/chat');
  await expect(chatInList(ruth.page, 'Pilgrims')).toBeVisible();
  await find(ruth.page, 'cafe', 2);
  await expect(found(ruth.page).first()).toContainText('Ben Boyd');
  await expect(found(ruth.page).first()).toContainText('Pilgrims');
  await expect(found(ruth.page).first()).toContainText('<b>Cafeteria</b> opens at nine');
  await expect(found(ruth.page).locator('mark')).toHaveText(['Cafe', 'café']);
  for (const [words, marked] of [
    ['صلاة', 'صلاة'],
    ['祈祷', '祈祷'],
    ['ประชุม', 'ประชุม'],
  ] as const) {
    await find(ruth.page, words, 1);
    await expect(found(ruth.page).locator('mark')).toHaveText(marked);
  }

  await find(ruth.page, 'cafe', 2);
  await searchBox(ruth.page).press('ArrowDown');
  await expect(found(ruth.page).first().getByRole('link')).toBeFocused();
  await ruth.page.keyboard.press('ArrowDown');
  await expect(found(ruth.page).last().getByRole('link')).toBeFocused();
  await ruth.page.keyboard.press('ArrowUp');
  await ruth.page.keyboard.press('ArrowUp');
  await expect(searchBox(ruth.page)).toBeFocused();
  await ruth.page.keyboard.press('ArrowDown');
  await ruth.page.keyboard.press('Enter');
  await expect(ruth.page.getByRole('heading', { name: 'Pilgrims', level: 2 })).toBeVisible();
  await expect(ruth.page.getByRole('log').getByText('<b>Cafeteria</b> opens at nine')).toBeVisible();
});

test('a search filters the chats as well, says when there is nothing, and is bounded', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('مريم حداد');
  await goToChat(ruth.page, ['Ben Boyd', 'مريم حداد'], 'Lighthouse');
  await say(ruth.page, 'The lighthouse needs paint');
  await openChat(ben.page, 'Lighthouse');
  await say(ben.page, 'I have paint for the lighthouse');

  await find(ruth.page, 'lighthouse', 2);
  await expect(chatInList(ruth.page, 'Lighthouse').first()).toBeVisible();
  expect(await barriers(ruth.page)).toEqual([]);

  await list(ruth.page).getByRole('button', { name: 'Narrow the search' }).click();
  await list(ruth.page).getByLabel('From').selectOption('Ben Boyd');
  await expect(found(ruth.page)).toHaveCount(1);
  await expect(found(ruth.page)).toContainText('I have paint');
  await list(ruth.page).getByLabel('Until').fill('2020-01-01');
  await expect(list(ruth.page).getByText('No messages found').last()).toBeVisible();
  await list(ruth.page).getByRole('button', { name: 'Clear' }).click();
  await expect(found(ruth.page)).toHaveCount(2);
  expect(await barriers(ruth.page)).toEqual([]);

  await searchBox(ruth.page).fill('l');
  await expect(list(ruth.page)).toContainText('Type at least two letters');
  await searchBox(ruth.page).fill('nothing like this anywhere');
  const noChats = list(ruth.page).getByText('No chats found');
  const noMessages = list(ruth.page).getByText('No messages found').last();
  await expect(noMessages).toBeVisible();
  const size = await noMessages.evaluate((one) => getComputedStyle(one).fontSize);
  await expect(noChats).toHaveCSS('font-size', size);
});

test('whoever has left the chat and may not come in any more is named where they are found, and can be chosen', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true, expected: /status of 40[13]/ });
  const leilani = await signedIn('Leilani Kealoha-Nakamura', { blank: true });
  await joined('Jonas Lindqvist');
  await goToChat(leilani.page, ['Jonas Lindqvist', 'Ben Boyd'], 'Beekeepers');
  await say(leilani.page, 'Honey is in the cellar');
  await openChat(ben.page, 'Beekeepers');
  await say(ben.page, 'The honey is ripe');
  await isSearchable(leilani.page, 'honey', 2);
  const uid = await uidOf(ben.page);
  await changeChat(ben.page, { remove: [uid] });
  await call(ruth.page, 'PATCH', `/api/users/${uid}`, { active: false });

  await leilani.page.goto('/chat');
  await find(leilani.page, 'honey', 2);
  await expect(found(leilani.page).first()).toContainText('Ben Boyd');
  await list(leilani.page).getByRole('button', { name: 'Narrow the search' }).click();
  await list(leilani.page).getByLabel('From').selectOption('Ben Boyd');
  await expect(found(leilani.page)).toHaveCount(1);
  await searchBox(leilani.page).fill('cellar');
  await expect(list(leilani.page).getByText('No messages found').last()).toBeVisible();
  await expect(list(leilani.page).getByLabel('From')).toHaveValue(uid);
  await call(ruth.page, 'PATCH', `/api/users/${uid}`, { active: true });
});

test('a chat that one has left narrows no search any more', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Tevita Fifita');
  await goToChat(ruth.page, ['Ben Boyd']);
  await say(ruth.page, 'Ladders are by the gate');
  await goToChat(ruth.page, ['Ben Boyd', 'Tevita Fifita'], 'Roofers');
  await say(ruth.page, 'Who has ladders?');
  await find(ruth.page, 'ladders', 2);
  await list(ruth.page).getByRole('button', { name: 'Narrow the search' }).click();
  await list(ruth.page).getByRole('combobox', { name: 'Chat' }).selectOption('Roofers');
  await expect(found(ruth.page)).toHaveCount(1);
  await changeChat(ruth.page, { remove: [await uidOf(ruth.page)] });
  await expect(found(ruth.page)).toContainText(['Ladders are by the gate']);
  await expect(list(ruth.page).getByRole('combobox', { name: 'Chat' })).toHaveValue('');
  await expect(list(ruth.page).getByRole('button', { name: 'Narrow the search', exact: true })).toBeVisible();
});

test('open results follow what happens to the messages, and go with their chat', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('Tevita Fifita');
  await goToChat(ben.page, ['Ruth Adeyemi']);
  await say(ben.page, 'A secret of ours');
  await goToChat(ben.page, ['Ruth Adeyemi', 'Tevita Fifita'], 'Surprises');
  const sent = (text: string) => call(ben.page, 'POST', '/api/chat/send', { chatId: chatIdOf(ben.page), text });
  const [first, second] = (await Promise.all([sent('Secret tent'), sent('Secret cake')])) as { id: string }[];
  await openLiveChat(ruth.page, 'Surprises');
  await find(ruth.page, 'secret', 3);
  const ofChat = await searchChat(ruth.page, 'secret');
  await expect(ofChat).toHaveCount(2);

  const messages = `/api/chat/${chatIdOf(ben.page)}/messages`;
  await call(ben.page, 'PATCH', `${messages}/${first?.id}`, { text: 'No secret' });
  await call(ben.page, 'DELETE', `${messages}/${second?.id}`);
  await expect(ofChat).toHaveCount(1);
  await expect(ofChat).toContainText('No secret');
  await expect(found(ruth.page)).toHaveCount(2);
  await expect(found(ruth.page).first()).toContainText('No secret');
  await changeChat(ben.page, { remove: [await uidOf(ruth.page)] });
  await expect(found(ruth.page)).toHaveCount(1);
  await expect(found(ruth.page)).toContainText('A secret of ours');
});

test('a search needs the network, and says so; what fails can be tried again', async ({ signedIn, joined }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Tevita Fifita');
  await goToChat(page, ['Tevita Fifita']);
  await say(page, 'Anchors are heavy');
  await find(page, 'anchors', 1);

  await context.setOffline(true);
  await searchBox(page).fill('anchor');
  await expect(list(page)).toContainText('Searching messages needs a connection.');
  await context.setOffline(false);
  await expect(found(page)).toHaveCount(1);

  let isFailing = true;
  await page.route('**/api/chat/search?*', (route) => (isFailing ? route.fulfill({ status: 500 }) : route.fallback()));
  await searchBox(page).fill('heavy');
  await expect(list(page)).toContainText('The messages could not be searched.');
  isFailing = false;
  await list(page).getByRole('button', { name: 'Try again' }).click();
  await expect(found(page)).toHaveCount(1);
});

test('one chat is searched from its info, in pages', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Leilani Kealoha-Nakamura');
  await goToChat(page, ['Leilani']);
  const many = 23;
  for (let count = 1; count <= many; count += 1) await say(page, `Pebble ${count}`);
  await isSearchable(page, 'pebble', many);
  const results = await searchChat(page, 'pebble');
  await expect(results).toHaveCount(20);
  await expect(results.first()).toContainText(`Pebble ${many}`);
  await info(page).getByRole('button', { name: 'Show older messages' }).click();
  await expect(results).toHaveCount(many);
  await results.last().getByRole('link').click();
  await expect(page.getByRole('log').getByText('Pebble 1', { exact: true })).toBeVisible();
  await info(page).getByRole('button', { name: 'Back' }).click();
  await expect(info(page)).toContainText('Direct message');
});

test('a page without hits is not the end while there are older messages', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Tevita Fifita');
  await goToChat(page, ['Tevita Fifita']);
  await say(page, 'Kettles are heavy');
  await isSearchable(page, 'kettles', 1);
  await page.route('**/api/chat/search?*', (route) => {
    const url = new URL(route.request().url());
    if (!url.searchParams.has('before')) return route.fulfill({ json: { messages: [], next: 'further' } });
    url.searchParams.delete('before');
    return route.continue({ url: url.href });
  });
  await searchBox(page).fill('kettles');
  await expect(list(page).getByText('No newer messages found').last()).toBeVisible();
  await expect(list(page).getByText('No messages found')).toHaveCount(0);
  await list(page).getByRole('button', { name: 'Show older messages' }).click();
  await expect(found(page)).toHaveCount(1);
});

test('on a phone a search leads from the list into the conversation', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { ...phone, colours: 'dark', blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  await say(ruth.page, 'Umbrellas are in the cupboard');
  await ben.page.goto('/chat');
  await find(ben.page, 'umbrella', 1);
  expect(await barriers(ben.page)).toEqual([]);
  await found(ben.page).getByRole('link').tap();
  await showsExactly(ben.page, 'Umbrellas', ['Umbrellas are in the cupboard']);
  await ben.page.getByRole('button', { name: 'Back' }).tap();
  await expect(searchBox(ben.page)).toHaveValue('umbrella');
  await expect(found(ben.page)).toHaveCount(1);
});

test('a pasted text that is longer than a search may be is cut off, and searched for', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Ben Boyd']);
  const searches = [
    ['/chat', 'Search chats...', '/api/chat/search', 200],
    ['/admin', 'Search users...', '/api/users', 100],
    ['/admin/invitations', 'Search invitations...', '/api/invitations', 100],
    ['/admin/audit', 'Search the log...', '/api/audit', 100],
  ] as const;
  await call(page, 'POST', '/api/invitations', { csv: 'email\nlater@base.example', dryRun: false });
  for (const [path, name, address, longest] of searches) {
    await page.goto(path);
    const words = page.getByRole('searchbox', { name });
    const answered = page.waitForResponse(
      (answer) => answer.url().includes(address) && answer.url().includes('%F0%90%8C%B0'),
    );
    // Each of these characters is two units of a string: none may be cut in half.
    await words.fill(`a${'𐌰'.repeat(250)}`);
    expect((await answered).status(), path).toBe(200);
    await expect(words).toHaveValue(`a${'𐌰'.repeat(longest - 1)}`);
  }
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/audit?'));
  await page.goto(`/admin/audit?search=${encodeURIComponent('𐌰'.repeat(250))}`);
  expect((await answered).status()).toBe(200);
  await expect(page.getByText('The audit log could not be loaded.')).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search the log...' })).toHaveValue('𐌰'.repeat(100));
});
