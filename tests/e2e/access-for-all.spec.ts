import { expect } from '@playwright/test';
import { barriersInAllColours } from './helpers/barriers.ts';
import { signInButton, test } from './helpers/base.ts';
import { box, chatLink, goToChat, isStored, say, showsExactly } from './helpers/chat.ts';
import { attach, document } from './helpers/files.ts';
import { chooseInMenu, message } from './helpers/message-acts.ts';
import { pathsInMenu } from './helpers/pages-in-menu.ts';
import { settled } from './helpers/settled.ts';

test('no page has a barrier, in light colours or in dark ones', async ({ openBrowser, signedIn, joined }) => {
  const visitor = await openBrowser();
  await visitor.page.goto('/');
  await expect(signInButton(visitor.page)).toBeVisible();
  expect(await barriersInAllColours(visitor.page)).toEqual([]);
  await visitor.page.goto('/home');
  await expect(visitor.page.getByRole('dialog')).toBeVisible();
  expect(await barriersInAllColours(visitor.page)).toEqual([]);

  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  for (const path of [...pathsInMenu, '/chat', '/nothing']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect([path, await barriersInAllColours(page)]).toEqual([path, []]);
  }

  await goToChat(page, ['Ben Boyd']);
  await say(page, 'Seen in all colours');
  await showsExactly(page, 'Seen in', ['Seen in all colours']);
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await box(page).fill('Something to send');
  expect(await barriersInAllColours(page)).toEqual([]);

  await chatLink(page).click();
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  await expect(page.getByRole('checkbox').first()).toBeAttached();
  expect(await barriersInAllColours(page)).toEqual([]);
});

test('whoever moves from message to message hears what each brings, answers and waits for', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ben Boyd', { expected: /status of 400/, blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  await attach(page, 'File', [document('rota.txt')]);
  await say(page, 'Who cooks');
  await isStored(page, 'Who cooks');
  await expect(message(page, 'Who cooks')).toHaveAccessibleName(/^You, [^,]+, Attachment rota\.txt, Who cooks$/);
  await expect(page.getByRole('separator', { name: 'Today' })).toBeVisible();

  await chooseInMenu(page, 'Who cooks', 'Reply');
  await say(page, 'Rice, then');
  await isStored(page, 'Rice, then');
  await expect(message(page, 'Rice, then')).toHaveAccessibleName(/^You, [^,]+, In reply to You, Rice, then$/);

  const json = { error: 'This message cannot be sent to anybody at the moment.', code: 'invalid' };
  await page.route('**/api/chat/send', (route) => route.fulfill({ status: 400, json }));
  await say(page, 'And bread');
  await expect(message(page, 'And bread')).toHaveAccessibleName(/^You, [^,]+, And bread, Not sent$/);
});

test('on every page the first press of Tab leads to the way past the menu', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  for (const path of ['/home', '/profile', '/chat', '/admin', '/admin/audit']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await settled(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' }), path).toBeFocused();
  }
});
