import { expect, type Locator, type Page } from '@playwright/test';

/** What people do with messages that are there. */

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

/** Rests a finger on something until `until` is so, and lifts it. */
export async function rest(page: Page, target: Locator, until: () => Promise<void>) {
  const area = await target.boundingBox();
  if (area === null) throw new Error('nothing to rest a finger on');
  const finger = await page.context().newCDPSession(page);
  const point = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await until();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** A change to a group chat, as its page asks for it. */
export async function changeChat(page: Page, body: object) {
  const status = await page.evaluate(async (change) => {
    const { token } = await (await fetch('/api/session/token', { method: 'POST' })).json();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const id = location.pathname.split('/').at(-1);
    return (await fetch(`/api/chat/${id}`, { method: 'PATCH', headers, body: JSON.stringify(change) })).status;
  }, body);
  expect(status).toBe(200);
}

export const uidOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { uid: string }).uid);
