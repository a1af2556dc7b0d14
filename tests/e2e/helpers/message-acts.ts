import { expect, type Locator, type Page } from '@playwright/test';
import { call, chatIdOf } from './calls.ts';

/** Acts on existing messages. */

export const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('log').getByRole('article').filter({ hasText: text });

export const pill = (page: Page, text: string, name: string): Locator =>
  message(page, text).getByRole('button', { name });

export const menu = (page: Page): Locator => page.getByRole('menu', { name: 'React and more' });

export async function chooseInMenu(page: Page, text: string, item: string) {
  await message(page, text).getByText(text).click({ button: 'right' });
  await menu(page).getByRole('menuitem', { name: item }).click();
  await expect(menu(page)).toBeHidden();
}

/** The page's request for a change to a group chat. */
export const changeChat = (page: Page, body: object) => call(page, 'PATCH', `/api/chat/${chatIdOf(page)}`, body);
