import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { goToChat, say } from './helpers/chat.ts';
import { phone } from './helpers/phone.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Log out?' });
const expected = either(networkAway, signedOut);

/** Writes to Ruth, while the server can take nothing. */
async function leaveWaiting(page: Page): Promise<void> {
  await goToChat(page, ['Ruth Adeyemi']);
  await page.route('**/api/chat/send', (route) =>
    route.fulfill({ status: 503, json: { error: 'later', code: 'unavailable' } }),
  );
  await say(page, 'Waits');
  await expect(page.getByText('Not sent yet')).toBeVisible();
}

test('whoever signs this device out in the list of devices while a message waits is told that it would be lost', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  const { page } = await signedIn('Ben Boyd', { blank: true, expected });
  await leaveWaiting(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Sign out: this device' }).click();
  await expect(question(page)).toContainText('One message has not been sent yet. It will be lost if you log out.');
  await question(page).getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

for (const [where, options] of [
  ['at a desk', {}],
  ['on a phone', phone],
] as const)
  test(`${where}, whoever logs out while a message waits is told that it would be lost`, async ({
    signedIn,
    joined,
  }) => {
    await joined('Ruth Adeyemi');
    const { page } = await signedIn('Ben Boyd', { ...options, blank: true, expected });
    await leaveWaiting(page);
    const onPhone = where === 'on a phone';
    if (onPhone) await page.getByRole('button', { name: 'Back' }).tap();
    const menuButton = page.getByRole('button', { name: 'Open menu' });
    const logout = page.getByRole('button', { name: 'Logout' });
    if (onPhone) await menuButton.tap();
    await logout.click();
    await expect(question(page)).toContainText('One message has not been sent yet. It will be lost if you log out.');
    await expect(page.getByRole('dialog', { name: 'Menu', includeHidden: true })).toHaveCount(0);
    await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(onPhone ? menuButton : logout).toBeFocused();
    if (onPhone) await menuButton.tap();
    await logout.click();
    await question(page).getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });
