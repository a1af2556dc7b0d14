import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { chatInList, goToChat } from './helpers/chat.ts';
import { phone } from './helpers/phone.ts';
import { settled } from './helpers/settled.ts';

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).tap();
}

test('a page begins at its top, and Back leads to where one was on the last one', async ({ signedIn, joined }) => {
  await joined('Ben Boyd', 'Grace Wanjiru', 'Tevita Fifita', 'Kim Ha-eun');
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: /^More actions/ })).toHaveCount(5);
  await goTo(page, 'Profile');
  const end = page.getByRole('button', { name: 'Ask for deletion' });
  await end.scrollIntoViewIfNeeded();
  await goTo(page, 'Admin Console');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Console' })).toBeInViewport();
  await page.goBack();
  await expect(page.getByLabel('Display Name')).toBeVisible();
  await expect(end).toBeInViewport();
});

test('Back also leads to where one was on a page that had changed its own address, and skipping leaves no trace', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  const main = page.getByRole('main');
  const place = () => main.evaluate((element) => element.scrollTop);
  await page.goto('/admin/audit');
  const person = page.getByRole('row').getByRole('button', { name: 'Ruth Adeyemi' }).last();
  await person.scrollIntoViewIfNeeded();
  await person.tap();
  await expect(page).toHaveURL(/person=/);
  await settled(page);
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await goTo(page, 'Profile');
  await expect(page.getByLabel('Display Name')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/person=/);
  await expect.poll(place).toBe(before);

  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(main).toBeFocused();
  expect(await place()).toBe(before);
  await expect(page).not.toHaveURL(/#/);
});

test('on the lowest screen, too, only the page itself scrolls, not what is around it', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 844, height: 250 }, touch: true });
  for (const address of ['/home', '/admin']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    expect(await page.getByRole('main').evaluate((main) => main.scrollHeight > main.clientHeight)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight), address).toBe(250);
  }
});

test('however often one has followed what a message answers, Back leads out of the chat at once', async ({
  signedIn,
  joined,
}) => {
  await joined('Tevita Fifita');
  const { page } = await signedIn('Ben Boyd', { ...phone, blank: true });
  await goToChat(page, ['Tevita Fifita']);
  const chatId = chatIdOf(page);
  for (const more of [
    { text: 'Who brings the drums?' },
    { text: 'I do.', replyTo: 1 },
    { text: 'Me too.', replyTo: 1 },
  ])
    await call(page, 'POST', '/api/chat/send', { chatId, ...more });
  await page.goto('/chat');
  await chatInList(page, 'Tevita Fifita').tap();
  const quotes = page.getByRole('log').getByRole('link', { name: 'In reply to' });
  for (const quote of [quotes.first(), quotes.last()]) {
    await quote.tap();
    await expect(page.getByRole('log').locator('[data-seq="1"]')).toBeFocused();
    await expect(page).not.toHaveURL(/at=/);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/chat$/);
});
