import { expect, type Page } from '@playwright/test';
import { backOnline, test } from './base.ts';
import { goToChat, say } from './chat.ts';
import { pressEscape } from './settled.ts';
import { tells } from './toasts.ts';
import { networkAway } from './watch.ts';

const hasStyles = (page: Page, part: string) =>
  page.evaluate((name) => [...document.styleSheets].some(({ href }) => href?.includes(name)), part);

test('a dialog or menu that cannot be loaded leaves the page as it is, and opens when it can', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const parts = /\/assets\/(new-chat-dialog|people-chooser|attach-menu|chat-info)-/;
  await page.route(parts, (route) => route.abort());
  // With a server that answers, the page would take the parts for gone, and reload.
  await page.route('**/api/config', (route) => route.abort());
  await goToChat(page, ['Grace Wanjiru']);
  await page.getByRole('textbox', { name: 'Type a message' }).fill('Half a thought');
  const opened = [
    ['Start a new chat', page.getByRole('dialog', { name: 'Start New Chat' })],
    ['Add an attachment', page.getByRole('menu')],
    ['Chat Info', page.getByRole('complementary', { name: 'Chat Info' })],
  ] as const;
  for (const [name, part] of opened) {
    await page.getByRole('button', { name, exact: true }).click();
    await tells(page, 'This could not be opened. Please try again.');
    await expect(part).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Type a message' })).toHaveValue('Half a thought');
  }

  await page.unroute(parts);
  for (const [name, part] of opened) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(part).toBeVisible();
    await pressEscape(page);
  }
  // The bundler asks for each stylesheet only once, even if that failed.
  expect(await hasStyles(page, 'people-chooser')).toBe(true);
});

test('the search in messages, opened without a network, is there when the network is back', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const { page, context } = ruth;
  // Otherwise it may be loaded early.
  const parts = /\/assets\/message-search-/;
  await page.route(parts, (route) => route.abort());
  await goToChat(page, ['Grace Wanjiru']);
  await say(page, 'The boats are back');
  await context.setOffline(true);
  await page.getByRole('searchbox').first().fill('boats');
  await tells(page, 'This could not be opened. Please try again.');
  await expect(page.getByRole('article').filter({ hasText: 'The boats are back' })).toBeVisible();
  await page.unroute(parts);
  await backOnline(ruth);
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
});
