import { expect, type Page } from '@playwright/test';

/** Calls the product as the person of this page, without using the screen. */
export async function call(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const { status, answer } = await page.evaluate(
    async ([how, where, what]) => {
      const { token } = await (await fetch('/api/session/token', { method: 'POST' })).json();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(where, { method: how, headers, ...(what !== undefined && { body: what }) });
      return { status: response.status, answer: await response.text() };
    },
    [method, path, body && JSON.stringify(body)] as const,
  );
  expect(status, `${method} ${path}: ${answer}`).toBeLessThan(300);
  return answer === '' ? undefined : JSON.parse(answer);
}

export const uidOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { uid: string }).uid);

/** The chat that this page shows. */
export const chatIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
