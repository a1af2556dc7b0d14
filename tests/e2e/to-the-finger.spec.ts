import { expect, type Locator } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { goToChat, isStored, say } from './helpers/chat.ts';
import { picture } from './helpers/files.ts';
import { chooseInMenu, message } from './helpers/message-acts.ts';
import { areaOf, areasOf, setTextSize } from './helpers/layout.ts';
import { settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';

const phone = { size: { width: 320, height: 640 }, touch: true };

/** How high the area is in which a finger at the middle of an element reaches it. */
const reachOf = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const reached = (dy: number) => one.contains(document.elementFromPoint(x + width / 2, y + height / 2 + dy));
    const steps = Array.from({ length: 100 }, (_, step) => step - 50);
    return steps.filter(reached).length;
  });

test('a finger finds what is small: "edited" between two messages, and the only way on of a page', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  for (const text of ['Bring plates', 'Bring bowls', 'Bring spoons']) {
    await say(page, text);
    await isStored(page, text);
  }
  await chooseInMenu(page, 'Bring bowls', 'Edit');
  await say(page, 'Bring cups');
  const edited = message(page, 'Bring cups').getByRole('button', { name: 'edited' });
  await expect(edited).toBeVisible();
  expect(await reachOf(edited)).toBeGreaterThanOrEqual(44);

  for (const [path, way] of [
    ['/nothing/here', 'Go to Home'],
    ['/signed-in.html', 'Go to Koinonia'],
  ] as const) {
    await page.goto(path);
    expect((await areaOf(page.getByRole('link', { name: way }))).height, way).toBeGreaterThanOrEqual(44);
  }
});

test('what one can do about a message that was not sent stays in one line, with large text, too', async ({
  signedIn,
  joined,
}) => {
  await joined('Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, expected: /status of 400/, blank: true });
  await goToChat(page, ['Grace Wanjiru']);
  await page.route('**/api/chat/send', (route) =>
    route.fulfill({ status: 400, json: { error: 'Not now.', code: 'invalid' } }),
  );
  await say(page, 'Supper at seven');
  for (const size of [16, 32]) {
    await setTextSize(page, size);
    const button = (name: string) => page.getByRole('button', { name });
    const [again, discard] = await areasOf(button('Try again'), button('Discard'));
    expect(again.y, `text of ${size} px`).toBe(discard.y);
    expect(again.x).toBeGreaterThanOrEqual(0);
    expect(discard.x + discard.width).toBeLessThanOrEqual(phone.size.width);
  }
});

test('only whoever has a mouse and keys is told how to use them', async ({ signedIn }) => {
  for (const touch of [true, false]) {
    const { page } = await signedIn('Ruth Adeyemi', { ...phone, touch, blank: true });
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Change your picture' }).click();
    await expect(page.getByText('You can also drop one here.')).toBeVisible({ visible: !touch });
    await page.locator('input[type=file]').setInputFiles(picture('portrait.png'));
    await expect(page.getByText('You can also use the arrow keys.')).toBeVisible({ visible: !touch });
  }
});

test('on the smallest phone, the ways out of a new chat are in one line', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { size: { width: 320, height: 568 }, touch: true, blank: true });
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  const button = (name: string) => dialog.getByRole('button', { name });
  await expect(button('Create')).toBeVisible();
  await settled(page);
  const [cancel, create] = await areasOf(button('Cancel'), button('Create'));
  expect(cancel.y).toBe(create.y);
});

test('what is told over a dialog leaves its title and its way out free on the smallest phone', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, expected: /status of 409/, blank: true });
  await page.setViewportSize({ width: 320, height: 568 });
  for (const name of ['Orchard', 'Quay', 'Reef', 'Slip', 'Tide', 'Wharf'])
    await call(page, 'POST', '/api/groups', { name });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Manage groups of Ruth Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  await dialog.getByLabel('New group name').fill('Quay');
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await tells(page, 'Failed to create group.');
  const [told, title] = await areasOf(page.getByText('Failed to create group.'), dialog.getByRole('heading'));
  expect(told.bottom).toBeLessThanOrEqual(title.y);
  expect(await reachOf(dialog.getByRole('button', { name: 'Close' }))).toBeGreaterThanOrEqual(40);
});
