import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './base.ts';

const opacityOf = (element: Locator) => element.evaluate((one) => Number(getComputedStyle(one).opacity));

async function pressed(page: Page, element: Locator): Promise<number> {
  await element.hover();
  await page.mouse.down();
  const opacity = await opacityOf(element);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  return opacity;
}

test('what is pressed shows it at once, and what cannot be pressed does not', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/profile');
  await expect(page.getByLabel('Display Name')).toHaveValue('Ruth Adeyemi');
  for (const element of [
    page.getByRole('button', { name: 'Logout' }),
    page.getByRole('link', { name: 'Groups' }),
    page.getByRole('button', { name: 'Change your picture' }),
  ]) {
    expect(await opacityOf(element)).toBe(1);
    expect(await pressed(page, element)).toBeLessThan(0.8);
  }
  expect(await pressed(page, page.getByRole('button', { name: 'Save Changes' }))).toBe(1);
});
