import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { held } from './helpers/held-answers.ts';
import { getsTokensAlone } from './helpers/network.ts';
import { brokenWords, setTextSize } from './helpers/layout.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const shown = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

test('a notification goes by itself under a pointer that rests where it appears, and stays under one that comes to it', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await page.goto('/chat');
  const opener = page.getByRole('button', { name: 'Start a new chat' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create' });
  const middle = { x: (page.viewportSize()?.width ?? 0) / 2, y: 30 };
  await page.mouse.move(middle.x, middle.y);
  await create.focus();
  await page.keyboard.press('Enter');
  await tells(page, 'Select at least 1 user');
  const isUnderPointer = () =>
    page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('li') !== null, middle);
  expect(await isUnderPointer()).toBe(true);
  await expect(shown(page)).toHaveCount(0, { timeout: 8000 });

  await page.keyboard.press('Enter');
  await tells(page, 'Select at least 1 user');
  await page.mouse.move(middle.x + 20, middle.y, { steps: 4 });
  // It would be gone after four seconds: nothing else shows that it stays.
  await page.waitForTimeout(6000);
  await expect(shown(page)).toHaveCount(1);
  await page.mouse.move(middle.x, 400, { steps: 4 });
  await expect(shown(page)).toHaveCount(0);
});

test('what could not be loaded is told once, and not again where it has come meanwhile', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await getsTokensAlone(page);
  let isAway = true;
  await page.route(/\/api\/(users|groups)(\?|$)/, (route) =>
    isAway ? route.fulfill({ status: 500, json: { error: 'away', code: 'internal' } }) : route.continue(),
  );
  await page.goto('/admin');
  await tells(page, 'Failed to load users.');
  await tells(page, 'Failed to load groups.');
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Start a new chat' }).press('Enter');
  await tells(page, 'Failed to load users.');
  await page.keyboard.press('Escape');
  isAway = false;
  await page.getByRole('button', { name: 'Start a new chat' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  expect(await toldOn(page)).toEqual([]);
});

test('while it is asked again, what could not be loaded stays as it is, and is not told again', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const away = { status: 500, json: { error: 'away', code: 'internal' } };
  await page.route(/\/api\/(users|groups)(\?|$)/, (route) => route.fulfill(away));
  await page.goto('/admin');
  await tells(page, 'Failed to load users.');
  await tells(page, 'Failed to load groups.');
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await again.focus();
  const asked = await held(page, /\/api\/users\?/, 'GET');
  await again.press('Enter');
  await asked.come;
  await expect(again).toBeFocused();
  await asked.letGo();
  await expect(page.getByText('Showing')).toBeVisible();
  expect(await toldOn(page)).toEqual([]);
});

test('whoever dismisses a notification by keyboard goes on where they were', async ({ signedIn }) => {
  const { page } = await signedIn('Mateo Quispe Mamani', { blank: true });
  await page.goto('/profile');
  await page.getByLabel('Display Name').fill('Mateo Quispe');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.press('Enter');
  const dismiss = shown(page).getByRole('button', { name: 'Dismiss' });
  await dismiss.focus();
  await dismiss.press('Enter');
  await expect(shown(page)).toHaveCount(0);
  await expect(save).toBeFocused();
});

test('with text of twice the size, a notification has whole words on the smallest phone', async ({ signedIn }) => {
  const { page } = await signedIn('Ben Boyd', { size: { width: 320, height: 640 }, touch: true, blank: true });
  await page.goto('/profile');
  await setTextSize(page, 32);
  await page.getByLabel('Display Name').fill('Benjamin Boyd');
  await page.getByRole('button', { name: 'Save Changes' }).tap();
  const words = shown(page).getByText('Profile updated successfully!');
  await expect(words).toBeVisible();
  expect(await brokenWords(words)).toEqual([]);
});
