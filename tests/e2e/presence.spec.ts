import { expect, type Page, type Response } from '@playwright/test';
import { test } from './helpers/base.ts';
import { box, goToChat, openChat, showsExactly } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { settled } from './helpers/settled.ts';
import { networkAway } from './helpers/watch.ts';

const settings = '**/api/chat/settings';
const isAnswer = (method: string) => (answer: Response) =>
  answer.url().endsWith('/api/chat/settings') && answer.request().method() === method && answer.ok();
const typing = (page: Page) => page.getByRole('switch', { name: 'Show when I am typing' });
const online = (page: Page) => page.getByRole('switch', { name: 'Show when I am online' });

test('one sees who is here and who types, unless one does not show it oneself', async ({ signedIn }) => {
  const { page: ruths } = await signedIn('Ruth Adeyemi', { blank: true });
  const { page: mateos } = await signedIn('Mateo Quispe');
  await goToChat(ruths, ['Mateo Quispe']);
  await expect(ruths.getByText('Here now')).toBeVisible();
  await openChat(mateos, 'Ruth Adeyemi');
  await expect(mateos.getByText('Here now')).toBeVisible();
  await expect(async () => {
    await box(mateos).pressSequentially('Hm');
    await expect(ruths.getByText('Mateo Quispe Mamani is typing...')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(mateos.getByText('is typing...')).toHaveCount(0);
  // Somebody who has stopped in the middle of a word is no longer typing.
  await expect(ruths.getByText('is typing...')).toHaveCount(0);
  await box(mateos).fill('Hm, yes #types');
  await box(mateos).press('Enter');
  await showsExactly(ruths, '#types', ['Hm, yes #types']);
  await expect(ruths.getByText('is typing...')).toHaveCount(0);

  await mateos.goto('/profile');
  const told = mateos.waitForResponse(isAnswer('PATCH'));
  await online(mateos).click();
  await expect(online(mateos)).not.toBeChecked();
  await expect(mateos.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await told;
  await expect(ruths.getByText('Here now')).toBeHidden();
  await mateos.reload();
  await expect(online(mateos)).not.toBeChecked();
  await expect(typing(mateos)).toBeChecked();

  // When two switches are pressed quickly, neither switches back while the second is still being sent.
  const first = await held(mateos, settings, 'PATCH');
  await typing(mateos).click();
  await online(mateos).click();
  await first.come;
  const second = await held(mateos, settings, 'PATCH');
  await first.letGo();
  await second.come;
  await expect(typing(mateos)).not.toBeChecked();
  await expect(online(mateos)).toBeChecked();
  const asked = mateos.waitForResponse(isAnswer('GET'));
  await second.letGo();
  await asked;
  await expect(typing(mateos)).not.toBeChecked();
  await expect(online(mateos)).toBeChecked();
  await openChat(mateos, 'Ruth Adeyemi');
  await expect(ruths.getByText('Here now')).toBeVisible();
});

test('the members of a group show who of them is here', async ({ signedIn }) => {
  const away = await signedIn('Tevita Fifita');
  await away.context.close();
  const { page: mateos } = await signedIn('Mateo Quispe');
  const { page: ruths } = await signedIn('Ruth Adeyemi', { blank: true, expected: networkAway });
  await goToChat(ruths, ['Mateo Quispe', 'Tevita Fifita'], 'Choir #here');
  await ruths.getByRole('button', { name: 'Chat Info' }).click();
  const members = ruths.getByRole('complementary', { name: 'Chat Info' }).getByRole('listitem');
  await expect(members.filter({ hasText: 'Mateo Quispe Mamani' })).toContainText('Here now');
  await expect(members.filter({ hasText: 'Tevita Fifita' })).not.toContainText('Here now');
  // Without a network nobody knows who is here.
  await ruths.context().setOffline(true);
  await expect(ruths.getByText('You’re offline.').first()).toBeAttached();
  await expect(members.filter({ hasText: 'Mateo Quispe Mamani' })).not.toContainText('Here now', { timeout: 3000 });
  await ruths.context().setOffline(false);
  await expect(members.filter({ hasText: 'Mateo Quispe Mamani' })).toContainText('Here now');
  await mateos.context().close();
  await expect(members.filter({ hasText: 'Mateo Quispe Mamani' })).not.toContainText('Here now');
});

test('a switch that could not be saved without a network turns back', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  await page.goto('/profile');
  await expect(online(page)).toBeChecked();
  await context.setOffline(true);
  await online(page).click();
  await expect(page.getByText('This could not be saved. Please try again.').first()).toBeVisible();
  await expect(online(page)).toBeChecked();
  // The second is pressed before the first has failed.
  await online(page).evaluate((one: HTMLElement) => {
    one.click();
    one.click();
  });
  await settled(page);
  await expect(online(page)).toBeChecked();
  await context.setOffline(false);
});
