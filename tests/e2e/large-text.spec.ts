import { expect, type Locator } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { box, goToChat, isStored, say } from './helpers/chat.ts';
import { attach, chosen, document } from './helpers/files.ts';
import { areaOf, brokenWords, setTextSize } from './helpers/layout.ts';
import { menu, message } from './helpers/message-acts.ts';
import { choosePrint, countPrints, printDialog, prints } from './helpers/printed.ts';

/** Text of twice the usual size on the smallest phone. */
const phone = { size: { width: 320, height: 640 }, touch: true, blank: true };

const scrollsSideways = (scroller: Locator) => scroller.evaluate((one) => one.scrollWidth > one.clientWidth);

test('with text of twice the size, what one reacts with is in one row, and what goes out is named', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', phone);
  await goToChat(page, ['Grace Wanjiru']);
  await say(page, 'Bring boots');
  await isStored(page, 'Bring boots');
  await setTextSize(page, 32);
  await message(page, 'Bring boots').getByText('Bring boots').click({ button: 'right' });
  const emojis = menu(page).getByRole('menuitemcheckbox');
  await expect(emojis).toHaveCount(5);
  const tops = await emojis.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect(await scrollsSideways(menu(page))).toBe(false);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();

  await attach(page, 'File', [document('Packing list.txt')]);
  await expect(chosen(page).getByText('TXT · 12 B')).toBeVisible();
  expect(await brokenWords(chosen(page).getByText('TXT · 12 B'))).toEqual([]);
  const name = await areaOf(chosen(page).getByText('Packing list.txt'));
  expect(name.width, 'room for six letters').toBeGreaterThan(100);
  // The words in the empty box do not fit, and end as all words do that are cut.
  await expect(box(page)).toHaveCSS('text-overflow', 'ellipsis');
});

test('with text of twice the size, no word about a chat is broken, nor one about the log', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru', 'Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', phone);
  await goToChat(page, ['Grace Wanjiru', 'Ben Boyd'], 'Kitchen');
  await setTextSize(page, 32);
  await page.getByRole('button', { name: 'Chat Info' }).tap();
  const info = page.getByRole('complementary', { name: 'Chat Info' });
  const attachments = info.getByRole('button', { name: 'Attachments' });
  for (const words of [attachments, info.getByText('Ruth Adeyemi')]) {
    await expect(words).toBeVisible();
    expect(await brokenWords(words)).toEqual([]);
  }
  expect(await scrollsSideways(info)).toBe(false);
  await attachments.tap();
  expect(await brokenWords(page.getByRole('heading', { name: 'Attachments' }))).toEqual([]);

  await call(page, 'POST', '/api/groups', { name: 'Choir' });
  await page.goto('/admin/audit');
  await setTextSize(page, 32);
  for (const words of ['The log is complete', /entries, all unchanged\.$/])
    expect(await brokenWords(page.getByText(words))).toEqual([]);
});

test('with text of twice the size, a name that is broken has its ground on both lines, and one can print', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, size: { width: 320, height: 400 } });
  await goToChat(page, ['Grace Wanjiru']);
  const { page: hers } = await signedIn('Grace Wanjiru', { blank: true });
  const [chatId, mentions] = [chatIdOf(page), [await uidOf(page)]];
  await call(hers, 'POST', '/api/chat/send', { chatId, text: '@Ruth Adeyemi come', mentions });
  await setTextSize(page, 32);
  const mention = page.getByRole('log').getByText('@Ruth Adeyemi', { exact: true });
  await expect.poll(() => mention.evaluate((one) => one.getClientRects().length)).toBe(2);
  await expect(mention).toHaveCSS('box-decoration-break', 'clone');

  await countPrints(page);
  await page.reload();
  await setTextSize(page, 32);
  await choosePrint(page);
  await expect.poll(() => prints(page)).toBe(1);
  for (const name of ['Close', 'Print'])
    await expect(printDialog(page).getByRole('button', { name, exact: true }).last()).toBeInViewport({ ratio: 1 });
});
