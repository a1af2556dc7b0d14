import { expect, type Page } from '@playwright/test';
import { test } from './base.ts';
import { box, openChat, showsExactly, startChat } from './chat.ts';

/** Shows to others, or does not, that one is online; the server knows it then. */
async function showOnline(page: Page, shown: boolean) {
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await page.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect(page.getByRole('switch', { name: 'Show when I am online' })).toBeChecked({ checked: shown });
  await kept;
}

test('one sees who is here and who types, unless one does not show it oneself', async ({ signedIn }) => {
  const { page: ruths } = await signedIn('Ruth Adeyemi');
  const { page: mateos } = await signedIn('Mateo Quispe');
  await startChat(ruths, ['Mateo Quispe']);
  await expect(ruths.getByText('Here now')).toBeVisible();
  await openChat(mateos, 'Ruth Adeyemi');
  await expect(mateos.getByText('Here now')).toBeVisible();
  await expect(async () => {
    await box(mateos).pressSequentially('Hm');
    await expect(ruths.getByText('Mateo Quispe Mamani is typing...')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(mateos.getByText('is typing...')).toHaveCount(0);
  await box(mateos).fill('Hm, yes #types');
  await box(mateos).press('Enter');
  await showsExactly(ruths, '#types', ['Hm, yes #types']);
  await expect(ruths.getByText('is typing...')).toHaveCount(0);

  await mateos.goto('/profile');
  await showOnline(mateos, false);
  await expect(mateos.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await expect(ruths.getByText('Here now')).toBeHidden();
  await mateos.reload();
  await expect(mateos.getByRole('switch', { name: 'Show when I am online' })).not.toBeChecked();
  await expect(mateos.getByRole('switch', { name: 'Show when I am typing' })).toBeChecked();
  await showOnline(mateos, true);
  await openChat(mateos, 'Ruth Adeyemi');
  await expect(ruths.getByText('Here now')).toBeVisible();
});

test('the members of a group show who of them is here', async ({ signedIn }) => {
  const away = await signedIn('Tevita Fifita');
  await away.context.close();
  const { page: mateos } = await signedIn('Mateo Quispe');
  const { page: ruths } = await signedIn('Ruth Adeyemi');
  await startChat(ruths, ['Mateo Quispe', 'Tevita Fifita'], 'Choir #here');
  await ruths.getByRole('button', { name: 'Chat Info' }).click();
  const members = ruths.getByRole('complementary', { name: 'Chat Info' }).getByRole('listitem');
  await expect(members.filter({ hasText: 'Mateo Quispe Mamani' })).toContainText('Here now');
  await expect(members.filter({ hasText: 'Tevita Fifita' })).not.toContainText('Here now');
  await mateos.context().close();
  await expect(members.filter({ hasText: 'Mateo Quispe Mamani' })).not.toContainText('Here now');
});
