import { maxTextLength } from '@koinonia/contracts/chat.ts';
import { expect } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { backOnline, test } from './helpers/base.ts';
import { box, chatInList, goToChat, isStored, openChat, say, showsExactly } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { chooseInMenu, menu, message } from './helpers/message-acts.ts';
import { pressEscape } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

test('a reply quotes what it answers, leads there, and knows when that is gone', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const grace = await signedIn('Grace Wanjiru', { blank: true });
  await goToChat(ruth.page, ['Grace Wanjiru']);
  await say(ruth.page, 'Who drives to the airport?');
  await openChat(grace.page, 'Ruth Adeyemi');
  await chooseInMenu(grace.page, 'Who drives to the airport?', 'Reply');
  await expect(box(grace.page)).toBeFocused();
  await expect(grace.page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await grace.page.keyboard.press('Escape');
  await expect(grace.page.getByRole('button', { name: 'Cancel reply' })).toBeHidden();

  await chooseInMenu(grace.page, 'Who drives to the airport?', 'Reply');
  await box(grace.page).fill('I can.');
  await grace.page.reload();
  await expect(box(grace.page)).toHaveValue('I can.');
  await expect(grace.page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await box(grace.page).press('Enter');
  await expect(grace.page.getByRole('button', { name: 'Cancel reply' })).toBeHidden();

  const quote = message(ruth.page, 'I can.').getByRole('link', { name: 'In reply to You' });
  await expect(quote).toContainText('Who drives to the airport?');
  await quote.click();
  await expect(ruth.page).toHaveURL(/\/chat\/[^?]+(\?at=1)?$/);
  await expect(message(ruth.page, 'Who drives').first()).toBeInViewport();

  await message(ruth.page, 'Who drives').first().press('Shift+F10');
  // The first item takes the focus a frame after the menu is there.
  await expect(menu(ruth.page).getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await menu(ruth.page).getByRole('menuitem', { name: 'Delete message' }).press('Enter');
  await ruth.page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await expect(message(grace.page, 'I can.').getByRole('link')).toContainText('This message was deleted');
});

test('a reply that was written without a network keeps its quote', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const mateo = await signedIn('Mateo Quispe Mamani', { blank: true });
  await goToChat(mateo.page, ['Ruth Adeyemi']);
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
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const olena = await signedIn('Олена Шевченко', { blank: true });
  await goToChat(ruth.page, ['Олена']);
  await say(ruth.page, 'Supper at six');
  await isStored(ruth.page, 'Supper at six');
  await openChat(olena.page, 'Ruth Adeyemi');
  await message(olena.page, 'Supper at six').getByText('Supper').click({ button: 'right' });
  await expect(menu(olena.page).getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await expect(menu(olena.page).getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  await pressEscape(olena.page);

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
  await backOnline(ruth);
  await box(ruth.page).press('Enter');
  await expect(box(ruth.page)).toHaveValue('');
  await showsExactly(olena.page, 'Supper', ['Supper at seven']);

  await message(olena.page, 'Supper at seven').getByRole('button', { name: 'edited' }).click();
  const history = olena.page.getByRole('dialog', { name: 'Versions of this message' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').last()).toContainText('Supper at six');
  expect(await barriers(olena.page)).toEqual([]);
  await pressEscape(olena.page);
  await expect(message(olena.page, 'Supper').getByRole('button', { name: 'edited' })).toBeFocused();
});

test('a reply and an edit begin and end in every window that has the chat open', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Leilani Kealoha-Nakamura');
  await goToChat(ruth.page, ['Leilani Kealoha-Nakamura']);
  await say(ruth.page, 'Supper at noon');
  await isStored(ruth.page, 'Supper at noon');
  const other = await ruth.context.newPage();
  await other.goto(ruth.page.url());
  await expect(box(other)).toBeVisible();

  await chooseInMenu(ruth.page, 'Supper at noon', 'Reply');
  await expect(other.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await say(ruth.page, 'Outside, if it is dry');
  await expect(other.getByRole('button', { name: 'Cancel reply' })).toBeHidden();

  await isStored(ruth.page, 'Outside');
  await chooseInMenu(ruth.page, 'Outside', 'Edit');
  await expect(other.getByText('Editing message')).toBeVisible();
  await expect(box(other)).toHaveValue('Outside, if it is dry');
  await say(ruth.page, 'Outside, it is dry');
  await expect(other.getByText('Editing message')).toBeHidden();
  await say(other, 'I bring the bread');
  await showsExactly(ruth.page, '', ['Supper at noon', 'Outside, it is dry', 'I bring the bread']);
});

test('an edit that was given up while it is being saved keeps nobody from writing, and its fault is told of no other', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await joined('Tevita Fifita');
  await goToChat(ruth.page, ['Tevita Fifita']);
  for (const text of ['Bread for six', 'Soup for nine']) {
    await say(ruth.page, text);
    await isStored(ruth.page, text);
  }
  const saving = await held(ruth.page, '**/api/chat/*/messages/*', 'PATCH');
  await chooseInMenu(ruth.page, 'Bread for six', 'Edit');
  await box(ruth.page).fill('Bread for ten');
  await box(ruth.page).press('Enter');
  await saving.come;
  await expect(box(ruth.page)).not.toBeEditable();
  await box(ruth.page).press('Escape');
  await box(ruth.page).pressSequentially('Who brings plates?');
  await expect(box(ruth.page)).toHaveValue('Who brings plates?');
  await box(ruth.page).press('Enter');
  await saving.letGo();
  await isStored(ruth.page, 'Who brings plates?');
  await showsExactly(ruth.page, ' for ', ['Bread for ten', 'Soup for nine']);

  const fault = ruth.page.getByRole('alert').filter({ hasText: 'could not be saved' });
  await ruth.context.setOffline(true);
  await chooseInMenu(ruth.page, 'Bread for ten', 'Edit');
  await box(ruth.page).fill('Bread for twenty');
  await box(ruth.page).press('Enter');
  await expect(fault).toBeVisible();
  await chooseInMenu(ruth.page, 'Soup for nine', 'Edit');
  await expect(box(ruth.page)).toHaveValue('Soup for nine');
  await expect(fault).toBeHidden();
});

test('whoever deletes the message that they are editing is no longer editing anything', async ({
  signedIn,
  joined,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Tevita Fifita');
  await goToChat(ruth.page, ['Tevita Fifita']);
  await say(ruth.page, 'Better unsaid');
  await isStored(ruth.page, 'Better unsaid');
  await box(ruth.page).fill('Something begun');
  await chooseInMenu(ruth.page, 'Better unsaid', 'Edit');
  await expect(box(ruth.page)).toHaveValue('Better unsaid');
  await chooseInMenu(ruth.page, 'Better unsaid', 'Delete message');
  await ruth.page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await expect(message(ruth.page, 'This message was deleted')).toBeVisible();
  await expect(ruth.page.getByText('Editing message')).toBeHidden();
  await expect(box(ruth.page)).toHaveValue('Something begun');
});

test('one’s own message can be deleted, after being asked, and comes back when that fails', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const leilani = await signedIn('Leilani Kealoha-Nakamura', { blank: true });
  await goToChat(ruth.page, ['Leilani']);
  await say(ruth.page, 'Not for here');
  await isStored(ruth.page, 'Not for here');
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
  await tells(ruth.page, 'Failed to delete message');
  await showsExactly(ruth.page, 'Not for here', ['Not for here']);
  await backOnline(ruth);

  await chooseInMenu(ruth.page, 'Not for here', 'Delete message');
  await dialog.getByRole('button', { name: 'Delete message' }).click();
  await expect(message(ruth.page, 'This message was deleted')).toBeFocused();
  await expect(message(leilani.page, 'This message was deleted')).toBeVisible();
  await expect(leilani.page.getByText('Not for here')).toHaveCount(0);
  await expect(chatInList(leilani.page, 'Ruth Adeyemi')).toContainText('This message was deleted');
});

test('people and everyone are mentioned from a list, and whoever is mentioned sees it', async ({ signedIn }) => {
  const maryam = await signedIn('مريم', { blank: true });
  const ana = await signedIn('Ana Lúcia Ferreira', { blank: true });
  const ruth = await signedIn('Ruth Adeyemi', { expected: /ERR_FAILED/, blank: true });
  await goToChat(ruth.page, ['مريم', 'Ana Lúcia Ferreira'], 'Mentions');
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
  await expect(list.getByRole('option')).toHaveCount(1);
  await ruth.page.keyboard.press('Enter');
  // A fast typist is faster than any data that would have to be fetched first.
  await ruth.page.route('**/assets/**', (route) => route.abort());
  await box(ruth.page).pressSequentially('come :pray:');
  await expect(box(ruth.page)).toHaveValue('@everyone come 🙏');
  await box(ruth.page).press('Enter');
  await openChat(maryam.page, 'Mentions');
  await expect(message(maryam.page, 'come 🙏')).toHaveAccessibleName(/Mentions you/);
});

test('a chat opens at its end beside a long draft', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  for (let count = 1; count <= 14; count++) await say(page, `Number ${count}`);
  await isStored(page, 'Number 14');
  const draft = Array.from({ length: 12 }, (_, line) => `Line ${line + 1}`).join('\n');
  await box(page).fill(draft);
  await expect(message(page, 'Number 14')).toBeInViewport();
  await page.reload();
  await expect(box(page)).toHaveValue(draft);
  await expect(message(page, 'Number 14')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeHidden();
});

test('the Enter that ends the composing of a word neither sends nor chooses', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  // Safari says that nothing is being composed any more; only the key code shows that something is.
  const acceptWord = () => box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, cancelable: true });
  await box(page).fill('おはよう');
  await acceptWord();
  await expect(box(page)).toHaveValue('おはよう');
  await box(page).pressSequentially(' @gr');
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(1);
  await acceptWord();
  await expect(box(page)).toHaveValue('おはよう @gr');
  await page.keyboard.press('Escape');
  await box(page).press('Enter');
  await showsExactly(page, 'おはよう', ['おはよう @gr']);
});

test('what is too long says by how much, and is sent once it is short enough', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  const longest = 'a'.repeat(maxTextLength);
  await box(page).fill(`${longest}bc`);
  await expect(page.getByText('Too long by 2 characters. Please send it in parts.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await box(page).fill(longest);
  await expect(page.getByText('Too long by')).toBeHidden();
  await box(page).press('Enter');
  // A long message is folded.
  await isStored(page, longest.slice(0, 99));
});
