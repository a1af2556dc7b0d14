import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { chatInList, goToChat, isStored, openChat, peekOf, say } from './helpers/chat.ts';
import { choice, chooseForChat } from './helpers/new-chat.ts';
import { drawsSlowly } from './helpers/draws-slowly.ts';
import { held } from './helpers/held-answers.ts';
import { menu, message, pill } from './helpers/message-acts.ts';
import { failsUntilClick, hearsOfChats } from './helpers/network.ts';
import { phone } from './helpers/phone.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const info = (page: Page) => page.getByRole('complementary', { name: 'Chat Info' });

/** Calls of this kind reach the server only when the returned function is called, which resolves when one has its answer. */
async function slow(page: Page, address: string, method: string): Promise<() => Promise<void>> {
  const free = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === method) await free.promise;
    await route.fallback();
  });
  return async () => {
    const answered = page.waitForResponse((response) => response.request().method() === method);
    free.resolve();
    await answered;
  };
}

/** From the next load on, `hear` gives the page a frame as if it came from the server. */
async function hearByHand(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const hear = (data: string) => sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data }));
    const sockets: WebSocket[] = [];
    class Kept extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        sockets.push(this);
      }
    }
    // The page waits for a random time: here always the same.
    Object.assign(Math, { random: () => 0.5 });
    Object.assign(globalThis, { WebSocket: Kept, hear });
  });
}

declare global {
  var wasEmpty: boolean;
}

/** From the next load on, notices when there is nothing to read on the page any more. */
const noticeEmpty = (page: Page) =>
  page.addInitScript(() => {
    let hasBegun = false;
    globalThis.wasEmpty = false;
    const look = () => {
      const isEmpty = (document.body?.innerText ?? '').trim() === '';
      if (isEmpty && hasBegun) globalThis.wasEmpty = true;
      hasBegun ||= !isEmpty;
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });

test('a page that is drawn more slowly than it connects hears live all the same, and is never empty', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  const chatId = chatIdOf(page);
  await drawsSlowly(page);
  await noticeEmpty(page);
  const hears = hearsOfChats(page);
  await page.reload();
  await hears;
  await expect(page.getByRole('textbox', { name: 'Type a message' })).toBeVisible();
  await call(ruth.page, 'POST', '/api/chat/send', { chatId, text: 'Can you hear me?' });
  await expect(page.getByRole('article').getByText('Can you hear me?')).toBeVisible();
  expect(await page.evaluate(() => globalThis.wasEmpty)).toBe(false);
});

test('a chat that is created after one has gone elsewhere is in the list, and takes nobody away', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Grace Wanjiru');
  await goToChat(page, ['Ben Boyd']);
  const id = chatIdOf(page);
  const created = await held(page, '**/api/chat/create', 'POST');
  await chooseForChat(page, ['Grace Wanjiru']);
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await created.come;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openChat(page, 'Ben Boyd');
  await created.letGo();
  await tells(page, 'Chat created!');
  await expect(chatInList(page, 'Grace Wanjiru')).toBeVisible();
  await settled(page);
  expect(chatIdOf(page)).toBe(id);
});

test('a chat that is being deleted cannot be kept, and its end takes nobody away', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd');
  await goToChat(page, ['Ben Boyd']);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.goBack();
  await chatInList(page, 'Ben Boyd').click({ button: 'right' });
  await peekOf(page, 'Ben Boyd').getByRole('button', { name: 'Delete Chat' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Chat' });
  const goOn = await slow(page, '**/api/chat/*', 'DELETE');
  await question.getByRole('button', { name: 'Delete Chat' }).click();
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(question.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await pressEscape(page);
  await settled(page);
  await expect(question).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/\/home$/);
  await goOn();
  await settled(page);
  await expect(page).toHaveURL(/\/home$/);
});

test('a chat that is deleted elsewhere takes nobody away who is just leaving it', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd');
  await goToChat(page, ['Ben Boyd']);
  const id = chatIdOf(page);
  await hearByHand(page);
  // Runs before the page's own listener: the address has changed, but the page still shows the chat.
  await page.addInitScript((chatId) => {
    const { hear } = globalThis as unknown as { hear(frame: string): void };
    addEventListener('popstate', () => {
      if (location.pathname === '/home') hear(`42["chatDeleted",{"id":"${chatId}"}]`);
    });
  }, id);
  const hears = hearsOfChats(page);
  await page.reload();
  await hears;
  await page.getByRole('link', { name: 'Home' }).click();
  await page.goBack();
  await expect(chatInList(page, 'Ben Boyd')).toBeVisible();
  await page.goForward();
  await expect(chatInList(page, 'Ben Boyd')).toBeHidden();
  await settled(page);
  await expect(page).toHaveURL(/\/home$/);
});

test('a group that one has left takes nobody away from where they went meanwhile', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Grace Wanjiru');
  await goToChat(page, ['Ben Boyd', 'Grace Wanjiru'], 'Garden');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.goBack();
  await page.getByRole('button', { name: 'Chat info' }).click();
  await info(page).getByRole('button', { name: 'Leave group' }).click();
  const goOn = await slow(page, '**/api/chat/*', 'PATCH');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave group' }).click();
  await expect(page.getByRole('button', { name: 'Leaving...' })).toBeDisabled();
  await page.goForward();
  await expect(page).toHaveURL(/\/home$/);
  await goOn();
  await settled(page);
  await expect(page).toHaveURL(/\/home$/);
});

test('a page that is told several times to catch up asks once', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await hearByHand(page);
  const hears = hearsOfChats(page);
  await page.goto('/chat');
  await hears;
  await page.waitForLoadState('networkidle');
  let asked = 0;
  await page.route('**/api/me', async (route) => {
    asked += 1;
    await route.fallback();
  });
  for (let round = 1; round <= 2; round += 1) {
    // As from several nodes that have lost the same events.
    await page.evaluate(() => {
      const { hear } = globalThis as unknown as { hear(frame: string): void };
      for (let times = 0; times < 5; times += 1) setTimeout(hear, 0, '42["resync",{}]');
    });
    await expect.poll(() => asked).toBe(round);
  }
});

test('what is chosen anew stays when the answer to what was cancelled comes late', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Grace Wanjiru', 'Kim Ha-eun', 'Tevita Fifita');
  await goToChat(page, ['Ben Boyd', 'Grace Wanjiru'], 'Kitchen');
  await page.getByRole('button', { name: 'Chat info' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people' });
  const choose = async (name: string) => {
    await info(page).getByRole('button', { name: 'Add people' }).click();
    await choice(dialog, name).click();
    await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  };
  const goOn = await slow(page, '**/api/chat/*', 'PATCH');
  await choose('Kim Ha-eun');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose('Tevita Fifita');
  await goOn();
  await expect(choice(dialog, 'Kim Ha-eun')).toHaveCount(0);
  await settled(page);
  await expect(dialog.getByRole('checkbox', { name: 'Tevita Fifita' })).toBeChecked();
});

test('a menu that is open when a reaction is answered goes on showing it as one’s own', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Ben Boyd']);
  await say(page, 'Bread is here');
  await isStored(page, 'Bread is here');
  const heart = menu(page).getByRole('menuitemcheckbox', { name: 'Heart' });
  const openMenu = () => message(page, 'Bread is here').getByText('Bread is here').click({ button: 'right' });
  const letGo = await slow(page, '**/api/chat/react', 'POST');
  await openMenu();
  await heart.click();
  await expect(menu(page)).toBeHidden();
  await openMenu();
  await expect(heart).toBeChecked();
  await letGo();
  await settled(page);
  await expect(heart).toBeChecked();
  await heart.click();
  await expect(pill(page, 'Bread is here', 'Heart')).toHaveCount(0);
});

test('what one writes before the messages of others have come does not look like all there is', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Ben Boyd', { ...phone, blank: true, expected: networkAway });
  await goToChat(ruth.page, ['Ben Boyd']);
  await say(ruth.page, 'Said before #early');
  await isStored(ruth.page, 'Said before #early');
  const log = page.getByRole('log');
  const free = Promise.withResolvers<void>();
  await failsUntilClick(page, '**/messages*', 503);
  await page.route('**/messages*', async (route) => {
    await free.promise;
    return route.fallback();
  });
  await page.goto(`/chat/${chatIdOf(ruth.page)}`);
  await expect(page.getByText('Loading messages...')).toBeVisible();
  await say(page, 'Written early #early');
  await expect(log).toContainText('Written early #early');
  await expect(page.getByText('Loading messages...')).toBeVisible();
  free.resolve();
  await expect(page.getByText('The messages could not be loaded. Nothing is lost.')).toBeVisible();
  await expect(log).toContainText('Written early #early');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(log).toContainText('Said before #early');
  await expect(page.getByText('The messages could not be loaded. Nothing is lost.')).toHaveCount(0);
});
