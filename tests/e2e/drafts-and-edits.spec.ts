import { expect } from '@playwright/test';
import type { Message } from '@koinonia/contracts/chat.ts';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { box, chatInList, goToChat, isStored, say, showsExactly } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { choice, chooseForChat } from './helpers/new-chat.ts';
import { chooseInMenu, menu, message } from './helpers/message-acts.ts';
import { losesCalls } from './helpers/network.ts';
import { settled } from './helpers/settled.ts';
import { inOutbox } from './helpers/on-device.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

test('what is typed into an edit that is begun again while it is being saved stays there', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Tevita Fifita');
  await goToChat(page, ['Tevita Fifita']);
  await say(page, 'Bread for six');
  await isStored(page, 'Bread for six');
  const saving = await held(page, '**/api/chat/*/messages/*', 'PATCH');
  await chooseInMenu(page, 'Bread for six', 'Edit');
  await box(page).fill('Bread for ten');
  await box(page).press('Enter');
  await saving.come;
  await box(page).press('Escape');
  await chooseInMenu(page, 'Bread for', 'Edit');
  await box(page).fill('Bread for twelve, and soup');
  await saving.letGo();
  await showsExactly(page, 'Bread for', ['Bread for ten']);
  await expect(box(page)).toHaveValue('Bread for twelve, and soup');
  await box(page).press('Enter');
  await showsExactly(page, 'Bread for', ['Bread for twelve, and soup']);
  await expect(box(page)).toHaveValue('');
});

test('what is typed into an edit whose chat was left while it is being saved stays there', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Tevita Fifita', 'Ben Boyd');
  await goToChat(page, ['Ben Boyd']);
  await goToChat(page, ['Tevita Fifita']);
  await say(page, 'Soup for six');
  await isStored(page, 'Soup for six');
  const saving = await held(page, '**/api/chat/*/messages/*', 'PATCH');
  await chooseInMenu(page, 'Soup for six', 'Edit');
  await box(page).fill('Soup for ten');
  await box(page).press('Enter');
  await saving.come;
  await chatInList(page, 'Ben Boyd').click();
  await expect(page.getByRole('heading', { name: 'Ben Boyd', level: 2 })).toBeVisible();
  await chatInList(page, 'Tevita Fifita').click();
  await expect(box(page)).toHaveValue('Soup for ten');
  await box(page).fill('Soup for ten, at noon');
  await saving.letGo();
  await showsExactly(page, 'Soup for', ['Soup for ten']);
  await expect(box(page)).toHaveValue('Soup for ten, at noon');
});

test('whoever cannot delete the message that they are editing goes on with what they have written', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Tevita Fifita');
  await goToChat(page, ['Tevita Fifita']);
  await say(page, 'Tea at noon');
  await isStored(page, 'Tea at noon');
  await chooseInMenu(page, 'Tea at noon', 'Edit');
  await box(page).fill('Tea at one, with bread');
  await losesCalls(page, /\/messages\//, 1);
  await chooseInMenu(page, 'Tea at noon', 'Delete message');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await tells(page, 'Failed to delete message');
  await expect(page.getByText('Editing message')).toBeVisible();
  await expect(box(page)).toHaveValue('Tea at one, with bread');
});

test('whoever comes back to a draft goes on at its end', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Tevita Fifita', 'Ben Boyd');
  await goToChat(page, ['Ben Boyd']);
  await goToChat(page, ['Tevita Fifita']);
  await box(page).fill('Who can cook');
  await chatInList(page, 'Ben Boyd').click();
  await expect(box(page)).toHaveValue('');
  await chatInList(page, 'Tevita Fifita').click();
  await expect(box(page)).toHaveValue('Who can cook');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(' on Monday?');
  await expect(box(page)).toHaveValue('Who can cook on Monday?');
});

test('the menu of a message that is deleted on another device closes', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Kim Ha-eun');
  await goToChat(page, ['Kim Ha-eun']);
  await say(page, 'Said in haste');
  await isStored(page, 'Said in haste');
  await message(page, 'Said in haste').getByText('Said in haste').click({ button: 'right' });
  await expect(menu(page)).toBeVisible();
  const at = `/api/chat/${chatIdOf(page)}/messages`;
  const [{ id }] = (await call(page, 'GET', at)) as [Message];
  await call(page, 'DELETE', `${at}/${id}`);
  await expect(menu(page)).toBeHidden();
});

test('the key that edits one’s last message edits no other one, far back in a long chat', async ({
  signedIn,
  joined,
  base,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Kim Ha-eun', 'Ben Boyd');
  await goToChat(page, ['Kim Ha-eun', 'Ben Boyd'], 'Stores');
  await fillChat(await databaseOf(base.dataDir), chatIdOf(page), await uidOf(page), 600);
  const line = (seq: number) => page.getByRole('log').locator(`[data-seq="${seq}"]`);
  await page.goto(`${page.url()}?at=120`);
  await expect(line(120)).toBeFocused();
  await box(page).press('ArrowUp');
  await settled(page);
  await expect(box(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Jump to newest' }).click();
  await expect(line(600)).toBeInViewport();
  await box(page).press('ArrowUp');
  await expect(box(page)).not.toHaveValue('');
});

test('the key that edits one’s last message edits no earlier one while the last has yet to be sent', async ({
  signedIn,
  joined,
}) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { blank: true, expected: networkAway });
  await joined('Grace Wanjiru');
  await goToChat(page, ['Grace Wanjiru']);
  await say(page, 'Tea at three');
  await isStored(page, 'Tea at three');
  await context.setOffline(true);
  await say(page, 'And caek');
  await expect(page.getByText('Waiting to be sent')).toBeAttached();
  await box(page).press('ArrowUp');
  await settled(page);
  await expect(box(page)).toHaveValue('');
  await context.setOffline(false);
  await isStored(page, 'And caek');
  // The message may be heard before the answer to its sending.
  await expect.poll(() => inOutbox(page)).toBe(0);
  await box(page).press('ArrowUp');
  await expect(box(page)).toHaveValue('And caek');
});

test('what is typed into the name of a group while it is being saved stays there', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Grace Wanjiru', 'Ben Boyd');
  await goToChat(page, ['Grace Wanjiru', 'Ben Boyd'], 'Roof');
  await page.getByRole('button', { name: 'Chat Info' }).click();
  const info = page.getByRole('complementary', { name: 'Chat Info' });
  const field = info.getByRole('textbox', { name: 'Group name' });
  const rename = info.getByRole('button', { name: 'Change the group’s name' });
  await rename.click();
  const saving = await held(page, '**/api/chat/*', 'PATCH');
  await field.fill('Roof of');
  await field.press('Enter');
  await saving.come;
  await page.keyboard.type(' the chapel');
  await saving.letGo();
  await expect(info.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await settled(page);
  await expect(field).toHaveValue('Roof of the chapel');
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(rename).toBeFocused();
  await expect(chatInList(page, 'Roof of the chapel')).toBeVisible();
});

test('people who are marked while others are being added to a group stay marked', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Grace Wanjiru', 'Tevita Fifita', 'Kim Ha-eun', 'Ben Boyd');
  await goToChat(page, ['Grace Wanjiru', 'Tevita Fifita'], 'Wood');
  await page.getByRole('button', { name: 'Chat Info' }).click();
  const info = page.getByRole('complementary', { name: 'Chat Info' });
  await info.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people' });
  const adding = await held(page, '**/api/chat/*', 'PATCH');
  await choice(dialog, 'Kim Ha-eun').click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await adding.come;
  await choice(dialog, 'Ben Boyd').click();
  await adding.letGo();
  await expect(dialog.getByText('1 person selected')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Ben Boyd' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(info.getByRole('listitem')).toHaveCount(5);
});

test('a chat that is being created is with whom it was when it was begun', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Grace Wanjiru', 'Kim Ha-eun', 'Ben Boyd');
  await page.goto('/home');
  await chooseForChat(page, ['Grace Wanjiru', 'Kim Ha-eun'], 'Paint');
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  await dialog.getByRole('searchbox').fill('');
  const name = dialog.getByLabel('Group name');
  const ben = dialog.getByRole('checkbox', { name: 'Ben Boyd' });
  await expect(name).toBeEditable();
  await expect(ben).toBeEnabled();
  const creating = await held(page, '**/api/chat/create', 'POST');
  await name.press('Enter');
  await creating.come;
  await expect(name).toBeFocused();
  await expect(name).not.toBeEditable();
  await expect(ben).toBeDisabled();
  await page.keyboard.type(' and brushes');
  await expect(name).toHaveValue('Paint');
  await choice(dialog, 'Ben Boyd').click({ force: true });
  await settled(page);
  await expect(ben).not.toBeChecked();
  await creating.letGo();
  await expect(page.getByRole('heading', { name: 'Paint', level: 2 })).toBeVisible();
});
