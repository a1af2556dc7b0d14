import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './base.ts';
import { box, chatInList, openChat, say, showsExactly, startChat } from './chat.ts';

/** What people do with messages that are there: react, answer, change, take back, mention. */

const phone = { size: { width: 390, height: 844 }, touch: true };

const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('log').getByRole('article').filter({ hasText: text });

const pill = (page: Page, text: string, name: string): Locator => message(page, text).getByRole('button', { name });

const menu = (page: Page): Locator => page.getByRole('menu', { name: 'React and more' });

async function chooseInMenu(page: Page, text: string, item: string) {
  await message(page, text).getByText(text).click({ button: 'right' });
  await menu(page).getByRole('menuitem', { name: item }).click();
  await expect(menu(page)).toBeHidden();
}

async function barriers(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Rests a finger on something until `until` is so, and lifts it. */
async function rest(page: Page, target: Locator, until: () => Promise<void>) {
  const area = await target.boundingBox();
  if (area === null) throw new Error('nothing to rest a finger on');
  const finger = await page.context().newCDPSession(page);
  const point = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await until();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** A change to a group chat, as its page asks for it. */
async function changeChat(page: Page, body: object) {
  const status = await page.evaluate(async (change) => {
    const { token } = await (await fetch('/api/session/token', { method: 'POST' })).json();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const id = location.pathname.split('/').at(-1);
    return (await fetch(`/api/chat/${id}`, { method: 'PATCH', headers, body: JSON.stringify(change) })).status;
  }, body);
  expect(status).toBe(200);
}

const uidOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { uid: string }).uid);

test('one reacts by the right button, by the button that shows, by the keyboard and by the pill', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const jonas = await signedIn('Jonas Lindqvist');
  await startChat(ruth.page, ['Jonas Lindqvist']);
  await say(ruth.page, 'Pray for the rain #react');
  await openChat(jonas.page, 'Ruth Adeyemi');

  await message(jonas.page, '#react').getByText('#react').click({ button: 'right' });
  await expect(menu(jonas.page).getByRole('menuitemcheckbox')).toHaveCount(5);
  await menu(jonas.page).getByRole('menuitemcheckbox', { name: 'Pray' }).click();
  await expect(menu(jonas.page)).toBeHidden();
  await expect(pill(jonas.page, '#react', 'Pray, 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(pill(ruth.page, '#react', 'Pray, 1')).toHaveAttribute('aria-pressed', 'false');

  await message(jonas.page, '#react').hover();
  await message(jonas.page, '#react').getByRole('button', { name: 'React and more' }).click();
  await menu(jonas.page).getByRole('menuitemcheckbox', { name: 'Heart' }).click();
  await expect(pill(ruth.page, '#react', 'Heart, 1')).toBeVisible();

  await pill(ruth.page, '#react', 'Pray, 1').click();
  await expect(pill(ruth.page, '#react', 'Pray, 2')).toHaveAttribute('aria-pressed', 'true');
  await expect(pill(jonas.page, '#react', 'Pray, 2')).toBeVisible();
  await pill(jonas.page, '#react', 'Heart, 1').click();
  await expect(pill(ruth.page, '#react', 'Heart')).toHaveCount(0);

  await box(ruth.page).focus();
  await message(ruth.page, '#react').focus();
  await ruth.page.keyboard.press('Enter');
  await expect(menu(ruth.page).getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await ruth.page.keyboard.press('ArrowLeft');
  await expect(menu(ruth.page).getByRole('menuitemcheckbox', { name: 'Party' })).toBeFocused();
  await ruth.page.keyboard.press('Enter');
  await expect(pill(jonas.page, '#react', 'Party, 1')).toBeVisible();
  await expect(message(ruth.page, '#react')).toBeFocused();
  await expect(message(ruth.page, '#react')).toHaveAccessibleName(/^You, .*Pray for the rain #react, .*2.*yours too/);

  await ruth.page.reload();
  await expect(pill(ruth.page, '#react', 'Party, 1')).toHaveAttribute('aria-pressed', 'true');
});

test('a reaction without a network waits, through a reload, and arrives once', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
  const bo = await signedIn('bo@base.example');
  await startChat(ruth.page, ['bo@base.example']);
  await say(ruth.page, 'Boat at nine #offline');
  await openChat(bo.page, 'Ruth Adeyemi');
  await ruth.context.setOffline(true);
  await message(ruth.page, '#offline').getByText('#offline').click({ button: 'right' });
  await menu(ruth.page).getByRole('menuitemcheckbox', { name: 'Thumbs up' }).click();
  await expect(pill(ruth.page, '#offline', 'Thumbs up, 1')).toBeVisible();
  await expect(pill(bo.page, '#offline', 'Thumbs up')).toHaveCount(0);
  await ruth.context.setOffline(false);
  await expect(pill(bo.page, '#offline', 'Thumbs up, 1')).toBeVisible();
  await expect(pill(ruth.page, '#offline', 'Thumbs up, 1')).toHaveAttribute('aria-pressed', 'true');
});

test('on a phone a finger that rests opens the menu, and one that scrolls does not', async ({ signedIn }) => {
  const bo = await signedIn('bo@base.example', phone);
  const ana = await signedIn('Ana Lúcia Ferreira');
  await startChat(ana.page, ['bo@base.example']);
  for (let line = 1; line <= 25; line += 1) await say(ana.page, `Line ${line} #long-press`);
  await bo.page.goto('/chat');
  await chatInList(bo.page, 'Ana Lúcia Ferreira').tap();
  const line = message(bo.page, 'Line 6 #long-press');
  await expect(line).toBeInViewport();

  await rest(bo.page, line.getByText('Line 6'), () => expect(menu(bo.page)).toBeVisible());
  await expect(menu(bo.page)).toBeVisible();
  expect(await bo.page.evaluate(() => getSelection()?.toString())).toBe('');
  expect(await barriers(bo.page)).toEqual([]);
  await menu(bo.page).getByRole('menuitemcheckbox', { name: 'Laugh' }).tap();
  await expect(pill(ana.page, 'Line 6 #long-press', 'Laugh, 1')).toBeVisible();

  const finger = await bo.page.context().newCDPSession(bo.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 150, y }] });
  const place = await line.boundingBox();
  const y = (place?.y ?? 0) + (place?.height ?? 0) / 2;
  const began = await bo.page.evaluate(() => performance.now());
  await touch('touchStart', y);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', y - step * 10);
  await bo.page.waitForFunction((from) => performance.now() > from + 700, began);
  await expect(menu(bo.page)).toHaveCount(0);
  await touch('touchEnd');
});

test('a reply quotes what it answers, leads there, and knows when that is gone', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const tevita = await signedIn('Tevita Fifita');
  await startChat(ruth.page, ['Tevita Fifita']);
  await say(ruth.page, 'Who drives to the airport?');
  await openChat(tevita.page, 'Ruth Adeyemi');
  await chooseInMenu(tevita.page, 'Who drives to the airport?', 'Reply');
  await expect(box(tevita.page)).toBeFocused();
  await expect(tevita.page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await tevita.page.keyboard.press('Escape');
  await expect(tevita.page.getByRole('button', { name: 'Cancel reply' })).toBeHidden();

  await chooseInMenu(tevita.page, 'Who drives to the airport?', 'Reply');
  await box(tevita.page).fill('I can.');
  await tevita.page.reload();
  await expect(box(tevita.page)).toHaveValue('I can.');
  await expect(tevita.page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await box(tevita.page).press('Enter');
  await expect(tevita.page.getByRole('button', { name: 'Cancel reply' })).toBeHidden();

  const quote = message(ruth.page, 'I can.').getByRole('link', { name: 'In reply to You' });
  await expect(quote).toContainText('Who drives to the airport?');
  await quote.click();
  await expect(ruth.page).toHaveURL(/\/chat\/[^?]+(\?at=1)?$/);
  await expect(message(ruth.page, 'Who drives').first()).toBeInViewport();

  await message(ruth.page, 'Who drives').first().focus();
  await ruth.page.keyboard.press('Shift+F10');
  await menu(ruth.page).getByRole('menuitem', { name: 'Delete message' }).press('Enter');
  await ruth.page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await expect(message(tevita.page, 'I can.').getByRole('link')).toContainText('This message was deleted');
});

test('a reply that was written without a network keeps its quote', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
  const mateo = await signedIn('Mateo Quispe Mamani');
  await startChat(mateo.page, ['Ruth Adeyemi']);
  await say(mateo.page, 'Is there bread?');
  await openChat(ruth.page, 'Mateo Quispe Mamani');
  await chooseInMenu(ruth.page, 'Is there bread?', 'Reply');
  await ruth.context.setOffline(true);
  await say(ruth.page, 'Plenty.');
  await expect(message(ruth.page, 'Plenty.').getByRole('link')).toContainText('Is there bread?');
  await ruth.context.setOffline(false);
  await expect(message(mateo.page, 'Plenty.').getByRole('link')).toContainText('Is there bread?');
});

test('one’s own message can be edited, says so, and shows what it said before', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
  const olena = await signedIn('Олена Шевченко');
  await startChat(ruth.page, ['Олена']);
  await say(ruth.page, 'Supper at six');
  await openChat(olena.page, 'Ruth Adeyemi');
  await message(olena.page, 'Supper at six').getByText('Supper').click({ button: 'right' });
  await expect(menu(olena.page).getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await expect(menu(olena.page).getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  await olena.page.keyboard.press('Escape');

  await box(ruth.page).fill('Something begun');
  await chooseInMenu(ruth.page, 'Supper at six', 'Edit');
  await expect(box(ruth.page)).toHaveValue('Supper at six');
  await box(ruth.page).press('Escape');
  await expect(box(ruth.page)).toHaveValue('Something begun');
  await box(ruth.page).fill('');
  await box(ruth.page).press('ArrowUp');
  await expect(box(ruth.page)).toHaveValue('Supper at six');
  await box(ruth.page).fill('Supper at seven');

  await ruth.context.setOffline(true);
  await box(ruth.page).press('Enter');
  await expect(ruth.page.getByRole('alert').filter({ hasText: 'could not be saved' })).toBeVisible();
  await expect(box(ruth.page)).toHaveValue('Supper at seven');
  await ruth.context.setOffline(false);
  await box(ruth.page).press('Enter');
  await expect(box(ruth.page)).toHaveValue('');
  await showsExactly(olena.page, 'Supper', ['Supper at seven']);

  await message(olena.page, 'Supper at seven').getByRole('button', { name: 'edited' }).click();
  const history = olena.page.getByRole('dialog', { name: 'What this message has said' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').last()).toContainText('Supper at six');
  expect(await barriers(olena.page)).toEqual([]);
  await olena.page.keyboard.press('Escape');
  await expect(message(olena.page, 'Supper').getByRole('button', { name: 'edited' })).toBeFocused();
});

test('one’s own message can be deleted, after being asked, and comes back when that fails', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
  const leilani = await signedIn('Leilani Kealoha-Nakamura');
  await startChat(ruth.page, ['Leilani']);
  await say(ruth.page, 'Not for here');
  await openChat(leilani.page, 'Ruth Adeyemi');
  await showsExactly(leilani.page, 'Not for here', ['Not for here']);
  const dialog = ruth.page.getByRole('dialog', { name: 'Delete this message?' });

  await chooseInMenu(ruth.page, 'Not for here', 'Delete message');
  await expect(dialog).toContainText('Not for here');
  await expect(dialog).toContainText('its reactions and its earlier versions');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await barriers(ruth.page)).toEqual([]);
  await ruth.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await ruth.context.setOffline(true);
  await chooseInMenu(ruth.page, 'Not for here', 'Delete message');
  await dialog.getByRole('button', { name: 'Delete message' }).click();
  await expect(ruth.page.getByText('Failed to delete message')).toBeVisible();
  await showsExactly(ruth.page, 'Not for here', ['Not for here']);
  await ruth.context.setOffline(false);

  await chooseInMenu(ruth.page, 'Not for here', 'Delete message');
  await dialog.getByRole('button', { name: 'Delete message' }).click();
  await expect(message(ruth.page, 'This message was deleted')).toBeFocused();
  await expect(message(leilani.page, 'This message was deleted')).toBeVisible();
  await expect(leilani.page.getByText('Not for here')).toHaveCount(0);
  await expect(chatInList(leilani.page, 'Ruth Adeyemi')).toContainText('This message was deleted');
});

test('people and everyone are mentioned from a list, and who is mentioned sees it', async ({ signedIn }) => {
  const maryam = await signedIn('مريم');
  const ana = await signedIn('Ana Lúcia Ferreira');
  const ruth = await signedIn('Ruth Adeyemi');
  await startChat(ruth.page, ['مريم', 'Ana Lúcia Ferreira'], 'Mentions');
  await ana.page.goto('/chat');
  const list = ruth.page.getByRole('listbox', { name: 'Suggestions' });
  await box(ruth.page).pressSequentially('Thank you @lucia');
  await expect(list.getByRole('option')).toHaveText([/Ana Lúcia Ferreira/]);
  await ruth.page.keyboard.press('Enter');
  await expect(box(ruth.page)).toHaveValue('Thank you @Ana Lúcia Ferreira ');
  await box(ruth.page).pressSequentially('and @');
  await expect(list.getByRole('option')).toHaveCount(3);
  expect(await barriers(ruth.page)).toEqual([]);
  await ruth.page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(box(ruth.page)).toBeFocused();
  await box(ruth.page).press('Backspace');
  await box(ruth.page).pressSequentially('@مر');
  await expect(list.getByRole('option', { selected: true })).toContainText('مريم');
  await ruth.page.keyboard.press('Tab');
  await box(ruth.page).press('Enter');

  await expect(chatInList(ana.page, 'Mentions')).toContainText('Mentions you');
  await chatInList(ana.page, 'Mentions').click();
  await expect(message(ana.page, 'Thank you')).toHaveAccessibleName(/Mentions you/);
  await expect(message(ana.page, 'Thank you').locator('bdi')).toHaveText(['@Ana Lúcia Ferreira', /^@مريم/]);
  await expect(chatInList(ana.page, 'Mentions')).not.toContainText('Mentions you');

  await box(ruth.page).pressSequentially('@every');
  await ruth.page.keyboard.press('Enter');
  await box(ruth.page).pressSequentially('come :pray:');
  await expect(box(ruth.page)).toHaveValue('@everyone come 🙏');
  await box(ruth.page).press('Enter');
  await openChat(maryam.page, 'Mentions');
  await expect(message(maryam.page, 'come 🙏')).toHaveAccessibleName(/Mentions you/);
});

test('a long message is folded, and any can be copied', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ruth Adeyemi');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn('Kim Ha-eun');
  await startChat(page, ['Kim Ha-eun']);
  const long = `Beginning ${'and so on '.repeat(200)}the very end`;
  await say(page, long);
  const said = message(page, 'Beginning');
  await expect(said.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-expanded', 'false');
  await expect(said).not.toContainText('the very end');
  await said.getByRole('button', { name: 'Show more' }).click();
  await expect(said).toContainText('the very end');
  await said.getByRole('button', { name: 'Show less' }).click();
  await expect(said).not.toContainText('the very end');

  await chooseInMenu(page, 'Beginning', 'Copy text');
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(long);
});

test('what happens to a group is told as lines of their own, with names', async ({ signedIn }) => {
  const haeun = await signedIn('Kim Ha-eun');
  const bo = await signedIn('bo@base.example');
  const ruth = await signedIn('Ruth Adeyemi');
  await startChat(ruth.page, ['bo@base.example', 'Kim Ha-eun'], 'Before');
  await changeChat(ruth.page, { name: 'Harvest' });
  await changeChat(ruth.page, { remove: [await uidOf(haeun.page)] });
  await changeChat(ruth.page, { add: [await uidOf(haeun.page)] });
  await changeChat(ruth.page, { remove: [await uidOf(bo.page)] });
  const log = ruth.page.getByRole('log');
  await expect(log.getByText('You named the chat “Harvest”')).toBeVisible();
  await expect(log.getByText('You added Kim Ha-eun')).toBeVisible();
  await expect(log.getByText(/^You removed Bo/)).toBeVisible();
  await openChat(haeun.page, 'Harvest');
  await expect(haeun.page.getByRole('log').getByText('Ruth Adeyemi added you')).toBeVisible();
  await changeChat(haeun.page, { remove: [await uidOf(haeun.page)] });
  await expect(log.getByText('Kim Ha-eun left')).toBeVisible();
  await expect(log.getByRole('article')).toHaveCount(0);
  expect(await barriers(ruth.page)).toEqual([]);
});

test('the keyboard alone goes from message to message, and back to the box', async ({ signedIn }) => {
  const { page } = await signedIn('Tevita Fifita');
  await signedIn('Leilani Kealoha-Nakamura');
  await startChat(page, ['Leilani']);
  for (const text of ['one', 'two', 'three']) await say(page, `Step ${text}`);
  await showsExactly(page, 'Step', ['Step one', 'Step two', 'Step three']);
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(message(page, 'Step three')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(message(page, 'Step one')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu(page).getByRole('menuitem', { name: 'Reply' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(message(page, 'Step one')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('Answered');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Answered').getByRole('link')).toContainText('Step one');
});
