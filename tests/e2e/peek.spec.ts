import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { chatInList, goToChat, isStored, openChat, peekOf, say } from './helpers/chat.ts';
import { failsUntilClick } from './helpers/network.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { networkAway } from './helpers/watch.ts';

test('after a long press with the mouse the next key is heard', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  await page.goto('/chat');
  await chatInList(page, 'Ruth Adeyemi').hover();
  await page.mouse.down();
  await expect(peekOf(page, 'Ruth Adeyemi')).toBeVisible();
  await page.mouse.up();
  await pressEscape(page);
  await expect(chatInList(page, 'Ruth Adeyemi')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chat\/./);
});

test('a long press with the mouse opens the menu of a message, unless it selects text', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  await say(page, 'Words to be pressed #mouse');
  await isStored(page, 'Words to be pressed #mouse');
  const words = page.getByRole('log').getByText('Words to be pressed #mouse');
  await words.hover();
  await page.mouse.down();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await pressEscape(page);
  await expect(page.getByRole('menu')).toHaveCount(0);

  await words.click({ position: { x: 8, y: 8 } });
  await page.mouse.down({ clickCount: 2 });
  // Nothing else shows that nothing happens after half a second.
  await page.waitForTimeout(1200);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.mouse.up();
});

test('what was seen last is not taken for the last words when the server fails', async ({ signedIn }) => {
  const { page } = await signedIn('Grace Wanjiru', { blank: true, expected: /status of 500/ });
  const bens = await signedIn('Ben Boyd', { blank: true });
  await goToChat(bens.page, ['Grace Wanjiru']);
  await say(bens.page, 'Seen #stale');
  await openChat(page, 'Ben Boyd');
  await expect(page.getByRole('log')).toContainText('Seen #stale');
  await page.goto('/home');
  await say(bens.page, 'Not seen #stale');
  await isStored(bens.page, 'Not seen #stale');
  await failsUntilClick(page, '**/api/chat/*/messages*', 500);
  await page.goto('/chat');
  await chatInList(page, 'Ben Boyd').click({ button: 'right' });
  const peek = peekOf(page, 'Ben Boyd');
  await expect(peek.getByRole('listitem')).toHaveText(/Seen #stale/);
  await expect(peek).toContainText('The newest messages could not be loaded.');
  await peek.getByRole('button', { name: 'Try again' }).click();
  await expect(peek.getByRole('listitem').last()).toContainText('Not seen #stale');
  await expect(peek).not.toContainText('could not be loaded');
});

test('what a look says about an absent network is read out', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page, context } = await signedIn('Grace Wanjiru', { blank: true, expected: networkAway });
  await goToChat(page, ['Ben Boyd']);
  await say(page, 'The key is left #here');
  await isStored(page, 'The key is left #here');
  await page.goto('/chat');
  await chatInList(page, 'Ben Boyd').click({ button: 'right' });
  const peek = peekOf(page, 'Ben Boyd');
  await expect(peek.getByRole('listitem').last()).toHaveText(/The key is left #here/);
  // Screen readers do not read a status that is added together with its words.
  await expect(peek.locator('[role="status"]')).toHaveText('');
  await context.setOffline(true);
  await expect(peek.getByRole('status')).toHaveText('You’re offline. These are the last messages seen here.');
});

test('a name in another direction stands as it does everywhere', async ({ signedIn, joined }) => {
  await joined('Leilani', 'Tevita Fifita');
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Leilani', 'Tevita Fifita'], 'فريق المطبخ (2026)!');
  const directionOf = (element: Element) => getComputedStyle(element).direction;
  expect(await page.getByRole('heading', { level: 2 }).first().evaluate(directionOf)).toBe('rtl');
  await page.goto('/chat');
  await chatInList(page, 'فريق المطبخ').click({ button: 'right' });
  const title = page.getByRole('dialog').getByRole('heading');
  await expect(title).toBeVisible();
  expect(await title.evaluate(directionOf)).toBe('rtl');
});

test('names of people begin at the same side of a look, in whichever direction they are written', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi', 'Grace Wanjiru');
  const { page: hers } = await signedIn('مريم حداد', { blank: true });
  await goToChat(hers, ['Ruth Adeyemi', 'Grace Wanjiru'], 'Kitchen');
  await say(hers, 'Who brings the bread to the upper room?');
  await isStored(hers, 'Who brings the bread');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/chat');
  await chatInList(page, 'Kitchen').click({ button: 'right' });
  const name = peekOf(page, 'Kitchen').getByText('مريم حداد');
  await expect(name).toHaveCSS('direction', 'rtl');
  await expect(name).toHaveCSS('text-align', 'left');
});

test('a look at a chat that is deleted elsewhere ends, and does not begin again when the chat comes back', async ({
  signedIn,
  joined,
}) => {
  const ben = await signedIn('Ben Boyd', { blank: true });
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  await joined('Ruth Adeyemi');
  await goToChat(ben.page, ['Ruth Adeyemi']);
  await goToChat(ben.page, ['Grace Wanjiru']);
  const id = chatIdOf(ben.page);
  await ben.page.goto('/chat');
  await chatInList(ben.page, 'Grace Wanjiru').click({ button: 'right' });
  await expect(peekOf(ben.page, 'Grace Wanjiru')).toBeVisible();
  await call(ben.page, 'DELETE', `/api/chat/${id}`);
  await expect(ben.page.getByRole('dialog')).toHaveCount(0);
  await expect(chatInList(ben.page, 'Grace Wanjiru')).toHaveCount(0);

  await call(grace.page, 'POST', '/api/chat/send', { chatId: id, text: 'Are you there?' });
  await expect(chatInList(ben.page, 'Grace Wanjiru')).toBeVisible();
  await settled(ben.page);
  await expect(ben.page.getByRole('dialog')).toHaveCount(0);
});

test('the focus stays on the button of a question whose answer could not be carried out', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ben Boyd', { blank: true, expected: /status of 500/ });
  await joined('Ruth Adeyemi');
  await goToChat(page, ['Ruth Adeyemi']);
  await page.route('**/api/chat/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error: 'Out of order', code: 'internal' } })
      : route.fallback(),
  );
  await chatInList(page, 'Ruth Adeyemi').press('Shift+F10');
  await peekOf(page, 'Ruth Adeyemi').getByRole('button', { name: 'Delete Chat' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete Chat' });
  const answer = question.getByRole('button', { name: 'Delete Chat' });
  await answer.press('Enter');
  await expect(question.getByRole('alert')).toHaveText('Failed to delete chat');
  await expect(answer).toBeFocused();

  await page.unroute('**/api/chat/*');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(chatInList(page, 'Ruth Adeyemi')).toHaveCount(0);
});
