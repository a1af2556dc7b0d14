import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { chatInList, goToChat, peekOf } from './helpers/chat.ts';
import { rowOf } from './helpers/console.ts';
import { attach, chosen, document, picture, send } from './helpers/files.ts';
import { phone } from './helpers/phone.ts';
import { settled } from './helpers/settled.ts';
import { networkAway } from './helpers/watch.ts';

/** The second half of a double click, on what stands there by now. */
async function clickOnceMore(page: Page, target: Locator): Promise<void> {
  await settled(page);
  await target.click({ trial: true });
  await target.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settled(page);
}

test('a double click on a button that opens a question does not answer it', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true, size: phone.size });
  await goToChat(page, ['Ben Boyd']);
  await page.goto('/chat');
  await chatInList(page, 'Ben Boyd').click({ button: 'right' });
  await peekOf(page, 'Ben Boyd').getByRole('button', { name: 'Delete Chat' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Chat' });
  const answer = question.getByRole('button', { name: 'Delete Chat' });
  await clickOnceMore(page, answer);
  await expect(answer).toBeEnabled();
  await answer.click();
  await expect(question).toBeHidden();
  await expect(chatInList(page, 'Ben Boyd')).toHaveCount(0);
});

test('a double click on one line of a list does nothing to the next', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Ben Boyd']);
  await attach(
    page,
    'File',
    ['One.txt', 'Two.txt', 'Three.txt'].map((name) => document(name)),
  );
  const remove = () =>
    chosen(page)
      .first()
      .getByRole('button', { name: /^Remove/ });
  await remove().click();
  await expect(chosen(page)).toHaveCount(2);
  await clickOnceMore(page, remove());
  await expect(chosen(page)).toHaveCount(2);
  await remove().click();
  await expect(chosen(page)).toHaveCount(1);
});

test('a double click does not undo what its first click did', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  const role = rowOf(page, 'Grace Wanjiru').getByRole('button', { name: /^Make (admin|member)/ });
  await expect(role).toHaveAccessibleName(/^Make admin/);
  await role.click();
  await expect(role).toHaveAccessibleName(/^Make member/);
  await clickOnceMore(page, role);
  await expect(role).toHaveAccessibleName(/^Make member/);
  await expect(role).toBeEnabled();
  await role.click();
  await expect(role).toHaveAccessibleName(/^Make admin/);
});

test('a double click dismisses one notification, not the next one unread', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true, expected: /status of 500/ });
  await page.route(/\/api\/(users|groups)(\?|$)/, (route) =>
    route.fulfill({ status: 500, json: { error: 'away', code: 'internal' } }),
  );
  await page.goto('/admin');
  const notifications = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  const dismiss = notifications.getByRole('button', { name: 'Dismiss' });
  await expect(notifications).toHaveCount(2);
  await dismiss.first().click();
  await expect(notifications).toHaveCount(1);
  await clickOnceMore(page, dismiss);
  await expect(notifications).toHaveCount(1);
  await dismiss.click();
  await expect(notifications).toHaveCount(0);
});

test('a double click calls back one upload, not another that takes its place', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true, expected: networkAway });
  await goToChat(page, ['Ben Boyd']);
  // Never answered: they stay in progress for as long as the test needs.
  await page.route('**/attachment?*', () => undefined);
  await attach(page, 'GIF / Photo', [picture('one.png'), picture('two.png')]);
  await send(page).click();
  const uploads = page.getByRole('log').getByRole('article');
  const cancel = uploads.getByRole('button', { name: 'Cancel upload' });
  await expect(cancel).toHaveCount(2);
  await cancel.last().click();
  await expect(uploads).toHaveCount(1);
  await clickOnceMore(page, cancel);
  await expect(uploads).toHaveCount(1);
  await cancel.click();
  await expect(uploads).toHaveCount(0);
});
