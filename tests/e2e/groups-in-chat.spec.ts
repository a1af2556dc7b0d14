import { expect, type Page } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { backOnline, test } from './helpers/base.ts';
import { box, chatInList, goToChat, openChat, say, showsExactly } from './helpers/chat.ts';
import { choice, chooseForChat, createChosen } from './helpers/new-chat.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { attach, document, picture } from './helpers/files.ts';
import { held } from './helpers/held-answers.ts';
import { changeChat } from './helpers/message-acts.ts';
import { phone } from './helpers/phone.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway, takenOut } from './helpers/watch.ts';

const info = (page: Page) => page.getByRole('complementary', { name: 'Chat Info' });
const member = (page: Page, name: string) => info(page).getByRole('listitem').filter({ hasText: name });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });

async function openInfo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await expect(info(page).getByRole('heading', { name: 'Chat Info' })).toBeVisible();
}

test('whoever is deactivated while they are chosen for a new chat is no longer chosen', async ({
  signedIn,
  joined,
}) => {
  await joined('Jonas', 'Leilani', 'Tevita Fifita');
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const mateo = await signedIn('Mateo', { expected: /status of 400/ });
  await chooseForChat(mateo.page, ['Jonas', 'Leilani', 'Tevita']);
  const [jonas] = (await call(ruth.page, 'GET', '/api/users?search=jonas')) as [{ uid: string }];
  await call(ruth.page, 'PATCH', `/api/users/${jonas.uid}`, { active: false });
  const dialog = mateo.page.getByRole('dialog', { name: 'Start New Chat' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await tells(mateo.page, 'Failed to create chat.');
  await expect(dialog.getByText('2 people selected')).toBeVisible();
  await createChosen(mateo.page);
  await call(ruth.page, 'PATCH', `/api/users/${jonas.uid}`, { active: true });
});

test('one’s own new name stands in the chats at once', async ({ signedIn, joined }) => {
  await joined('Leilani', 'Tevita Fifita');
  const { page } = await signedIn('Kim Ha-eun', { blank: true });
  await goToChat(page, ['Leilani', 'Tevita Fifita'], 'New names');
  await openInfo(page);
  await expect(member(page, 'Kim Ha-eun')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByLabel('Display Name').fill('Kim Ha-eun Baumann');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await tells(page, 'Profile updated successfully!');
  await openChat(page, 'New names');
  await openInfo(page);
  await expect(member(page, 'Kim Ha-eun Baumann')).toBeVisible();
});

/*
 * Creating a group chat with the same people opens the existing one, so each test has a group of different people.
 */

test('a group is renamed where its name stands, for everyone at once', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('Tevita Fifita');
  await goToChat(ruth.page, ['Ben Boyd', 'Tevita Fifita'], 'Harvest team');
  await openChat(ben.page, 'Harvest team');
  await openInfo(ruth.page);

  const rename = info(ruth.page).getByRole('button', { name: 'Change the group’s name' });
  const field = info(ruth.page).getByRole('textbox', { name: 'Group name' });
  await rename.click();
  await expect(field).toBeFocused();
  await field.fill('Not meant');
  await ruth.page.keyboard.press('Escape');
  await expect(rename).toBeFocused();
  await expect(title(ruth.page, 'Harvest team')).toBeVisible();

  await ruth.page.keyboard.press('Enter');
  await field.fill('  Cooks of Sunday ');
  await ruth.page.keyboard.press('Enter');
  await expect(rename).toBeFocused();
  for (const { page } of [ruth, ben]) {
    await expect(title(page, 'Cooks of Sunday')).toBeVisible();
    await expect(chatInList(page, 'Cooks of Sunday')).toBeVisible();
  }

  // Ben renames it while Ruth still waits for the answer to her own change.
  const answer = await held(ruth.page, '**/api/chat/*', 'PATCH');
  await rename.click();
  await field.fill('Cooks');
  await ruth.page.keyboard.press('Enter');
  await answer.come;
  await changeChat(ben.page, { name: 'Bakers' });
  await expect(title(ruth.page, 'Bakers')).toBeVisible();
  await answer.letGo();
  await expect(rename).toBeVisible();
  await settled(ruth.page);
  await expect(title(ruth.page, 'Bakers')).toBeVisible();

  // Ben renames it while Ruth has the field open and changes nothing.
  await rename.click();
  await changeChat(ben.page, { name: 'Millers' });
  await expect(chatInList(ruth.page, 'Millers')).toBeVisible();
  await field.press('Enter');
  await expect(rename).toBeVisible();
  await settled(ruth.page);
  await expect(title(ruth.page, 'Millers')).toBeVisible();

  await rename.click();
  await field.fill('');
  await info(ruth.page).getByRole('button', { name: 'Save' }).click();
  await expect(title(ben.page, 'Group Chat')).toBeVisible();
});

test('what cannot be done without the network is told, and nothing of it is lost', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Ben Boyd', 'Leilani Kealoha-Nakamura');
  await goToChat(ruth.page, ['Ben Boyd', 'Leilani'], 'Boat crew');
  await openInfo(ruth.page);
  await info(ruth.page).getByRole('button', { name: 'Change the group’s name' }).click();
  const field = info(ruth.page).getByRole('textbox', { name: 'Group name' });
  await field.fill('Boat and sea');
  await ruth.context.setOffline(true);
  await field.press('Enter');
  await tells(ruth.page, 'You’re offline. Nothing was changed.');
  await expect(field).toHaveValue('Boat and sea');
  await backOnline(ruth);
  await field.press('Enter');
  await expect(title(ruth.page, 'Boat and sea')).toBeVisible();
});

test('people are added, taken out, and leave; everyone sees who is in it', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: takenOut, blank: true });
  const kim = await signedIn('Kim Ha-eun', { blank: true });
  await joined('Mateo Quispe Mamani');
  await goToChat(ruth.page, ['Ben Boyd', 'Mateo Quispe Mamani'], 'Garden');
  await kim.page.goto('/chat');
  await openChat(ben.page, 'Garden');
  await openInfo(ben.page);
  await openInfo(ruth.page);
  await expect(member(ruth.page, 'Ruth Adeyemi')).toContainText('You');

  await info(ruth.page).getByRole('button', { name: 'Add people' }).click();
  const dialog = ruth.page.getByRole('dialog', { name: 'Add people' });
  await expect(choice(dialog, 'Kim Ha-eun')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Ben Boyd' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await tells(ruth.page, 'Select at least 1 user');
  await dialog.getByRole('searchbox').fill('ha-eun');
  await choice(dialog, 'Kim Ha-eun').click();
  await expect(dialog.getByRole('checkbox', { name: 'Kim Ha-eun' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(member(ben.page, 'Kim Ha-eun')).toBeVisible();
  await expect(chatInList(kim.page, 'Garden')).toBeVisible();

  await member(ruth.page, 'Mateo Quispe Mamani').getByRole('button').click();
  await ruth.page.getByRole('menuitem', { name: 'Remove from the group' }).click();
  const question = ruth.page.getByRole('dialog', { name: 'Remove Mateo Quispe Mamani?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(member(ruth.page, 'Mateo Quispe Mamani').getByRole('button')).toBeFocused();
  await ruth.page.keyboard.press('Enter');
  await ruth.page.getByRole('menuitem', { name: 'Remove from the group' }).click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(question).toBeHidden();
  for (const { page } of [ruth, ben]) await expect(member(page, 'Mateo Quispe Mamani')).toHaveCount(0);

  await info(ben.page).getByRole('button', { name: 'Leave group' }).click();
  const leaving = ben.page.getByRole('dialog', { name: 'Leave “Garden”?' });
  await expect(leaving).toContainText('You will lose this chat and all its messages.');
  await leaving.getByRole('button', { name: 'Leave group' }).click();
  await expect(ben.page).toHaveURL(/\/chat$/);
  await expect(chatInList(ben.page, 'Garden')).toHaveCount(0);
  await expect(member(ruth.page, 'Ben Boyd')).toHaveCount(0);
  await expect(info(ruth.page).getByRole('listitem')).toHaveCount(2);
});

test('from a member of a group one comes to the chat with them alone', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Tevita Fifita', 'Leilani Kealoha-Nakamura');
  await goToChat(ruth.page, ['Tevita Fifita', 'Leilani'], 'Music');
  await openInfo(ruth.page);
  await member(ruth.page, 'Leilani').getByRole('button').click();
  await ruth.page.getByRole('menuitem', { name: 'Send a message' }).click();
  await expect(title(ruth.page, 'Leilani Kealoha-Nakamura')).toBeVisible();
  await openInfo(ruth.page);
  await expect(info(ruth.page)).toContainText('Direct message');
  await expect(info(ruth.page).getByRole('button', { name: 'Leave group' })).toHaveCount(0);
});

test('a group gets a picture, and loses it, on every screen', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await joined('Jonas Lindqvist');
  await goToChat(ruth.page, ['Ben Boyd', 'Jonas Lindqvist'], 'Youth camp');
  await openChat(ben.page, 'Youth camp');
  await openInfo(ruth.page);

  await info(ruth.page).getByRole('button', { name: 'Change group picture' }).click();
  const dialog = ruth.page.getByRole('dialog', { name: 'Group picture' });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await tells(ruth.page, 'No file selected');
  // Presses as soon as the slider is there, before the picture is loaded.
  await dialog.getByRole('button', { name: 'Upload' }).evaluate((button: HTMLElement) => {
    new MutationObserver((_, watching) => {
      if (globalThis.document.querySelector('input[type=range]') === null) return;
      watching.disconnect();
      button.click();
    }).observe(globalThis.document.body, { childList: true, subtree: true });
  });
  await dialog.locator('input[type=file]').setInputFiles(picture('group.png'));
  await tells(ruth.page, 'Group picture changed');

  const face = (page: Page) => chatInList(page, 'Youth camp').locator('img[src*="/group-pictures/"]');
  await expect(info(ruth.page).locator('img[src*="/group-pictures/"]')).toBeVisible();
  for (const { page } of [ruth, ben]) await expect(face(page)).toBeVisible();

  await info(ruth.page).getByRole('button', { name: 'Remove picture' }).click();
  await ruth.page.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click();
  await expect(info(ruth.page).getByRole('button', { name: 'Change group picture' })).toBeFocused();
  for (const { page } of [ruth, ben]) await expect(face(page)).toHaveCount(0);
});

test('what was sent besides words is collected, newest first, and leads back to its place', async ({ signedIn }) => {
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  const mateo = await signedIn('Mateo Quispe Mamani', { blank: true });
  await goToChat(grace.page, ['Mateo Quispe Mamani']);
  await openInfo(grace.page);
  await info(grace.page).getByRole('button', { name: 'Attachments' }).click();
  await expect(info(grace.page)).toContainText('Pictures and files sent in this chat will appear here');

  await openChat(mateo.page, 'Grace Wanjiru');
  await attach(mateo.page, 'File', [document('Plan.pdf', '%PDF-1.7 plan')]);
  await mateo.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(info(grace.page)).toContainText('Plan.pdf');
  await attach(mateo.page, 'GIF / Photo', [picture('Harbour.png')]);
  await mateo.page.getByRole('button', { name: 'Send', exact: true }).click();
  const files = info(grace.page).getByRole('listitem').filter({ hasText: 'Plan.pdf' });
  await expect(files).toContainText('PDF');
  await expect(files).toContainText('Mateo Quispe Mamani');
  await expect(info(grace.page).getByRole('link', { name: /^\d+:\d\d [AP]M\b.*Harbour/ })).toBeVisible();
  await info(grace.page).getByRole('button', { name: 'Open picture Harbour.png' }).click();
  await expect(grace.page.getByRole('dialog', { name: 'Harbour.png' })).toBeVisible();
  await pressEscape(grace.page);
  await expect(info(grace.page).getByRole('button', { name: 'Open picture Harbour.png' })).toBeFocused();
  expect(await barriers(grace.page)).toEqual([]);
  await files.getByRole('link', { name: /Show in chat/ }).click();
  await expect(grace.page).toHaveURL(/\?at=\d+$|\/chat\/[^/?]+$/);
  await expect(grace.page.getByRole('log').getByText('Plan.pdf')).toBeVisible();
});

test('where WebSocket is blocked, the list of what was sent grows all the same', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  await ben.context.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await ben.page.goto(`/chat/${chatIdOf(ruth.page)}`);
  await openInfo(ben.page);
  await info(ben.page).getByRole('button', { name: 'Attachments' }).click();
  await expect(info(ben.page)).toContainText('Pictures and files sent in this chat will appear here');
  for (const name of ['Rota.txt', 'Songs.txt']) {
    await attach(ruth.page, 'File', [document(name)]);
    await ruth.page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(info(ben.page)).toContainText(name);
  }
});

test('on a phone the info is a screen of its own, and without barriers', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Kim Ha-eun');
  const ben = await signedIn('Ben Boyd', { ...phone, colours: 'dark', blank: true });
  await goToChat(ruth.page, ['Ben Boyd', 'Kim Ha-eun'], 'On the way');
  await say(ruth.page, 'See you at the harbour');
  await ben.page.goto('/chat');
  await chatInList(ben.page, 'On the way').tap();
  await showsExactly(ben.page, 'harbour', ['See you at the harbour']);
  await ben.page.getByRole('button', { name: 'Chat Info' }).tap();
  await expect(info(ben.page)).toContainText('Group chat');
  await expect(box(ben.page)).toHaveCount(0);
  expect(await barriers(ben.page)).toEqual([]);
  await member(ben.page, 'Kim Ha-eun').getByRole('button').tap();
  await expect(ben.page.getByRole('menuitem', { name: 'Send a message' })).toBeVisible();
  expect(await barriers(ben.page)).toEqual([]);
  await pressEscape(ben.page);
  await info(ben.page).getByRole('button', { name: 'Change the group’s name' }).tap();
  const name = info(ben.page).getByLabel('Group name');
  await expect(name, 'without a word of keys').toHaveAccessibleDescription(/^Without a name/);
  await info(ben.page).getByRole('button', { name: 'Cancel' }).tap();
  await info(ben.page).getByRole('button', { name: 'Leave group' }).tap();
  await expect(ben.page.getByRole('dialog', { name: /^Leave/ })).toBeVisible();
  expect(await barriers(ben.page)).toEqual([]);
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();
  await info(ben.page).getByRole('button', { name: 'Back' }).tap();
  await expect(box(ben.page)).toBeVisible();
});
