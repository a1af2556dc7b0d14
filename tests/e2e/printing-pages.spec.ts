import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { pathsInMenu } from './helpers/pages-in-menu.ts';
import { onPaper } from './helpers/printed.ts';

test('pages of text and tables are printed whole, without what is only pressed', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi');
  for (const path of [...pathsInMenu, '/admin', '/admin/audit']) {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    if (path.startsWith('/admin')) await expect(page.getByRole('row').getByText('Ruth Adeyemi').first()).toBeVisible();
    await onPaper(page);
    await expect(title).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    const pressed = page.getByRole('button', { name: /Logout|Save Changes|Export CSV|Make|More/ });
    await expect(pressed).toHaveCount(0);
    const cut = await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight);
    expect(cut, path).toBeLessThanOrEqual(1);
    await page.emulateMedia({ media: null });
  }
});
