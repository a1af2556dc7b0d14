import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { haveBack, pressBack } from './back-button.ts';
import { test } from './base.ts';

const phone = { width: 390, height: 844 };
const more = (page: Page) => page.getByRole('button', { name: 'More actions for Ruth Adeyemi' });
const item = (page: Page) => page.getByRole('menuitem', { name: 'Show in audit log' });

test("the phone's Back closes a menu of the console, and then leaves the page", async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { size: phone, touch: true });
  await haveBack(page);
  await page.goto('/admin');
  await more(page).tap();
  await expect(item(page)).toBeVisible();
  await pressBack(page);
  await expect(item(page)).toBeHidden();
  await expect(page).toHaveURL(/\/admin$/);

  await more(page).tap();
  await item(page).tap();
  await expect(page).toHaveURL(/\/admin\/audit/);
});

test('an open menu stands in a region of the page, and nothing in it is in the way of anybody', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi');
  await page.goto('/admin');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await more(page).click();
  await expect(item(page)).toBeVisible();
  // Base UI's focus guards move the focus on as soon as they get it, which axe cannot know.
  const { violations } = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
});
