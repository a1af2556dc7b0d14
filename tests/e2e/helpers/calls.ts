import { expect, type Page } from '@playwright/test';

/** Calls the product as the person of this page, without using the screen; the page may still be blank. */
export async function call(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const { request } = page.context();
  const { token } = await (await request.post('/api/session/token')).json();
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.fetch(path, { method, headers, ...(data !== undefined && { data }) });
  const answer = await response.text();
  expect(response.status(), `${method} ${path}: ${answer}`).toBeLessThan(300);
  return answer === '' ? undefined : JSON.parse(answer);
}

export const uidOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { uid: string }).uid);

/** The id of a colleague, by their whole name. */
export async function uidCalled(page: Page, name: string): Promise<string> {
  const staff = (await call(page, 'GET', '/api/users')) as { uid: string; displayName: string }[];
  return staff.find(({ displayName }) => displayName === name)?.uid ?? '';
}

/** The chat that this page shows. */
export const chatIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
