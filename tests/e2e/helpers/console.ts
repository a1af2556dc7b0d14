import { expect, type Page } from '@playwright/test';

/** The row of a table of the admin console that has this text. */
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Makes a group in the dialog that is open. */
export async function addGroup(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  await dialog.getByLabel('New group name').fill(name);
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeVisible();
}
