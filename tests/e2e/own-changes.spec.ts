import { expect } from '@playwright/test';
import { test } from './base.ts';

test('what is typed in the middle of a field that stays on other pages is there where it was typed', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  const typesInTheMiddle = async (label: string) => {
    const field = page.getByLabel(label);
    await field.fill('Margret');
    await field.press('ArrowLeft');
    await field.press('ArrowLeft');
    await field.press('ArrowLeft');
    await page.keyboard.type('ga');
    await expect(field).toHaveValue('Marggaret');
  };
  await page.goto('/profile');
  await typesInTheMiddle('Display Name');
});
