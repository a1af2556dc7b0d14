import { expect, type Locator, type Page } from '@playwright/test';
import { type Desk, signInButton, test } from './helpers/base.ts';
import { box, chatInList, goToChat, isStored, openChat, say } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { chooseInMenu } from './helpers/message-acts.ts';
import { getsTokensAlone } from './helpers/network.ts';
import { phone } from './helpers/phone.ts';
import { settled } from './helpers/settled.ts';
import { networkAway } from './helpers/watch.ts';

// As on Windows and Linux: scrollbars take room. By default, Playwright hides them.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
});

const phones = [{ size: { width: 320, height: 640 }, touch: true }, phone];
const desk = { size: { width: 1280, height: 800 } };
const offline = (page: Page): Locator => page.getByText('You’re offline.');

/** The heading and this device: the entries of other devices change as time passes. */
const devices = (page: Page): Locator[] => [
  page.getByRole('heading', { name: 'Devices' }),
  page.getByRole('list', { name: 'Devices' }).getByRole('listitem').first(),
];

/** The positions of these elements on the screen, to half a pixel. */
async function places(of: readonly Locator[]): Promise<unknown[]> {
  return Promise.all(
    of.map(async (one) => {
      const place = await one.boundingBox();
      return place === null ? null : Object.values(place).map((side) => Math.round(2 * side) / 2);
    }),
  );
}

/** Their positions after everything that the page requested has arrived. */
async function placesAtRest(page: Page, of: readonly Locator[]): Promise<unknown[]> {
  let now = await places(of);
  await expect(async () => {
    const before = now;
    await settled(page);
    now = await places(of);
    expect(now).toEqual(before);
  }).toPass({ timeout: 30_000 });
  return now;
}

/** Takes the network away until the page shows it; all of these elements must stay in place, then and afterwards. */
async function stayWhileOffline({ page, context }: Desk, what: readonly Locator[]): Promise<void> {
  for (const one of what) await expect(one).toBeVisible();
  const before = await placesAtRest(page, what);
  await context.setOffline(true);
  await expect(offline(page)).toBeVisible();
  expect(await places(what)).toEqual(before);
  await context.setOffline(false);
  await expect(offline(page)).toHaveCount(0);
  expect(await places(what)).toEqual(before);
}

test('the note that one is offline moves nothing in the chat, on a desk and on the smallest phone', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const ruth = await signedIn('Ruth Adeyemi', { ...desk, expected: networkAway });
  const { page } = ruth;
  await goToChat(page, ['Ben Boyd']);
  for (let count = 1; count <= 20; count++) await say(page, `Said ${count} of twenty`);
  await isStored(page, 'Said 20 of twenty');
  const talk = (on: Page) => [
    on.getByRole('heading', { name: 'Ben Boyd', level: 2 }),
    on.getByRole('log').getByRole('article').last(),
    box(on),
    on.getByRole('button', { name: 'Add an attachment' }),
  ];
  await stayWhileOffline(ruth, [...talk(page), chatInList(page, 'Ben Boyd')]);

  await page.goto('/chat');
  const chooses = page.getByText('Choose a chat');
  await stayWhileOffline(ruth, [chooses, chatInList(page, 'Ben Boyd')]);

  for (const phone of phones) {
    const small = await signedIn('Ruth Adeyemi', { ...phone, expected: networkAway });
    await small.page.goto('/chat');
    const newChat = small.page.getByRole('button', { name: 'Start a new chat' });
    const menu = small.page.getByRole('button', { name: 'Open menu' });
    await stayWhileOffline(small, [menu, newChat, chatInList(small.page, 'Ben Boyd')]);
    await openChat(small.page, 'Ben Boyd');
    await expect(small.page.getByRole('log').getByRole('article').last()).toBeInViewport({ ratio: 1 });
    await stayWhileOffline(small, talk(small.page));
  }
});

test('the note that one is offline moves nothing on the other pages that have it', async ({
  signedIn,
  openBrowser,
}) => {
  for (const size of [desk, ...phones]) {
    const ruth = await signedIn('Ruth Adeyemi', { ...size, expected: networkAway });
    const { page } = ruth;
    await stayWhileOffline(ruth, [
      page.getByRole('heading', { name: 'Unread chats' }),
      page.getByText('You’re all caught up.'),
    ]);

    await page.goto('/admin/deleted-groups');
    const title = page.getByRole('heading', { level: 1 });
    await stayWhileOffline(ruth, [
      title,
      page.getByRole('link', { name: 'Users' }),
      page.getByText('No group was deleted'),
    ]);

    await page.goto('/profile');
    await expect(page.getByLabel('Display Name')).toHaveValue('Ruth Adeyemi');
    await expect(page.getByRole('switch', { name: 'Show when I am online' })).toBeVisible();
    await stayWhileOffline(ruth, devices(page));

    const nobody = await openBrowser({ ...size, expected: networkAway });
    await nobody.page.goto('/');
    await stayWhileOffline(nobody, [signInButton(nobody.page)]);
  }
});

test('no message moves the button that signs in, nor does what everybody reads who has pressed it', async ({
  openBrowser,
}) => {
  for (const size of [desk, ...phones]) {
    const { page } = await openBrowser(size);
    const button = signInButton(page);
    await page.goto('/');
    await expect(button).toBeVisible();
    const before = await placesAtRest(page, [button]);
    for (const outcome of ['account_deactivated', 'domain_restricted', 'too_many']) {
      await page.goto(`/?signIn=${outcome}`);
      await expect(page.getByRole('alert')).not.toBeEmpty();
      expect(await placesAtRest(page, [button]), outcome).toEqual(before);
    }

    await page.goto('/home');
    await expect(button).toBeVisible();
    const inDialog = await placesAtRest(page, [button]);
    await button.click();
    await expect(page.getByText('Finish in the window that has opened.')).toBeVisible();
    expect(await placesAtRest(page, [button])).toEqual(inDialog);
  }
});

test('the audit log stays in its place when its check comes', async ({ signedIn }) => {
  for (const size of [desk, ...phones]) {
    const { page } = await signedIn('Ruth Adeyemi', { ...size, blank: true });
    const check = await held(page, '**/api/audit/verify', 'GET');
    await page.goto('/admin/audit');
    await check.come;
    const below = [page.getByRole('searchbox')];
    for (const one of below) await expect(one).toBeVisible();
    const before = await placesAtRest(page, below);
    await check.letGo();
    await expect(page.getByText('The log is complete')).toBeVisible();
    expect(await placesAtRest(page, below)).toEqual(before);
  }
});

test('nothing on the profile moves when the switches come, however narrow it is', async ({ signedIn }) => {
  for (const size of [desk, ...phones]) {
    const { page } = await signedIn('Ruth Adeyemi', size);
    const settings = await held(page, '**/api/chat/settings', 'GET');
    await page.goto('/profile');
    await settings.come;
    await expect(page.getByLabel('Display Name')).toHaveValue('Ruth Adeyemi');
    const below = devices(page);
    for (const one of below) await expect(one).toBeVisible();
    const before = await placesAtRest(page, below);
    await settings.letGo();
    await expect(page.getByRole('switch', { name: 'Show when I am online' })).toBeVisible();
    expect(await placesAtRest(page, below)).toEqual(before);
  }
});

test('nobody moves from under the finger that chooses people for a chat', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Grace Wanjiru', 'Mateo Quispe');
  for (const size of [...phones.map((one) => one.size), desk.size]) {
    const { page } = await signedIn('Ruth Adeyemi', { size, blank: true });
    await page.goto('/chat');
    await page.getByRole('button', { name: 'Start a new chat' }).click();
    const list = page.getByRole('list', { name: 'People' });
    const people = ['Ben Boyd', 'Grace Wanjiru'].map((name) => list.getByRole('listitem').filter({ hasText: name }));
    for (const person of people) await expect(person).toBeVisible();
    const before = await placesAtRest(page, people);
    for (const person of people) await person.click();
    await expect(page.getByLabel('Group name')).toBeVisible();
    expect(await placesAtRest(page, people), `${size.width} px`).toEqual(before);
  }
});

test('nobody moves from under the finger that chooses people for a group', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Grace Wanjiru', 'Mateo Quispe', 'Tevita Fifita');
  for (const size of [...phones.map((one) => one.size), desk.size]) {
    const { page } = await signedIn('Ruth Adeyemi', { size, blank: true });
    await goToChat(page, ['Ben Boyd', 'Grace Wanjiru'], 'Kitchen');
    await page.getByRole('button', { name: 'Chat Info' }).click();
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    const people = ['Tevita Fifita', 'Mateo Quispe'].map((name) =>
      dialog.getByRole('listitem').filter({ hasText: name }),
    );
    for (const person of people) await expect(person).toBeVisible();
    const before = await placesAtRest(page, people);
    for (const person of people) await person.click();
    await expect(dialog.getByText('2 people selected')).toBeVisible();
    expect(await placesAtRest(page, people), `${size.width} px`).toEqual(before);
  }
});

test('a page stands where the one before it stood, whether or not it is so long that it scrolls', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', desk);
  const title = page.getByRole('heading', { level: 1 });
  const begins = async () => (await title.boundingBox())?.x;
  const scrolls = () => page.getByRole('main').evaluate((main) => main.scrollHeight > main.clientHeight);
  await page.goto('/profile');
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem').first()).toBeVisible();
  expect(await scrolls()).toBe(true);
  const before = await begins();
  await page.getByRole('link', { name: 'Prayer' }).click();
  await expect(title).toHaveText('Prayer Requests');
  expect(await scrolls()).toBe(false);
  expect(await begins()).toBe(before);
  // The panes of the chat reach the edge, and each scrolls by itself.
  await page.goto('/chat');
  await expect(page.getByText('Choose a chat')).toBeVisible();
  expect(await page.getByRole('main').evaluate((main: HTMLElement) => main.offsetWidth - main.clientWidth)).toBe(0);
});

test('no message moves when the name of whoever is quoted comes', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const { page: bens } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(bens, ['Ruth Adeyemi']);
  await say(bens, 'Who cooks?');
  await isStored(bens, 'Who cooks?');
  await chooseInMenu(bens, 'Who cooks?', 'Reply');
  await say(bens, 'I would');
  await isStored(bens, 'I would');
  for (const size of [desk, ...phones]) {
    const { page } = await signedIn('Ruth Adeyemi', { ...size, blank: true });
    await getsTokensAlone(page);
    const people = await held(page, '**/api/users', 'GET');
    await page.goto(new URL(bens.url()).pathname);
    const both = ['Who cooks?', 'I would'].map((words) => page.getByRole('log').getByText(words).last());
    for (const one of both) await expect(one).toBeVisible();
    await people.come;
    const before = await placesAtRest(page, both);
    await people.letGo();
    await expect(page.getByRole('link', { name: 'In reply to Ben Boyd' })).toBeVisible();
    expect(await placesAtRest(page, both), `${size.size.width} px`).toEqual(before);
  }
});

/** Presses a button, which says something else until the answer comes: its size and place must not change. */
async function staysAtWork(button: Locator, says: string, address: string, method: string): Promise<void> {
  const page = button.page();
  const answer = await held(page, address, method);
  await button.scrollIntoViewIfNeeded();
  const before = await placesAtRest(page, [button]);
  await button.click();
  await expect(button).toHaveText(says);
  expect(await places([button]), says).toEqual(before);
  await answer.come;
  await answer.letGo();
}

test('no button moves or changes its size while it works, and its name is what it says', async ({ signedIn }) => {
  for (const [index, size] of [desk, ...phones].entries()) {
    await signedIn('Ruth Adeyemi', { blank: true });
    const { page } = await signedIn('Ruth Adeyemi', size);
    const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name });
    await page.goto('/profile');
    await page.getByLabel('Phone').fill(`0${index}`);
    await staysAtWork(button(/^(Save Changes|Saving...)$/), 'Saving...', '**/api/update-profile', 'POST');
    const device = button(/^Sign out: Chrome/).first();
    await staysAtWork(device, 'Signing out...', '**/api/session/*', 'DELETE');

    await button('Ask for deletion').click();
    const asks = button(/^(Ask for deletion|Asking...)$/, page.getByRole('dialog'));
    await staysAtWork(asks, 'Asking...', '**/api/me/deletion-request', 'POST');
    const takesBack = button(/^(Withdraw my request|Withdrawing...)$/);
    await staysAtWork(takesBack, 'Withdrawing...', '**/api/me/deletion-request', 'DELETE');

    await page.goto('/admin');
    await staysAtWork(button(/^Export(ing...| CSV)$/), 'Exporting...', '**/api/users/export*', 'GET');
  }
});
