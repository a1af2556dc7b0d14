import { expect } from '@playwright/test';
import { barriers } from './barriers.ts';
import { test } from './base.ts';
import { box, say, showsExactly, startChat } from './chat.ts';

for (const colours of ['light', 'dark'] as const) {
  test(`no page has a barrier, in ${colours} colours`, async ({ openBrowser, signedIn, joined }) => {
    const visitor = await openBrowser({ colours });
    await visitor.page.goto('/');
    await expect(visitor.page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    expect(await barriers(visitor.page)).toEqual([]);
    await visitor.page.goto('/home');
    await expect(visitor.page.getByRole('dialog')).toBeVisible();
    expect(await barriers(visitor.page)).toEqual([]);

    await joined('Ben Boyd');
    const { page } = await signedIn('Ruth Adeyemi', { colours });
    for (const path of ['/home', '/groups', '/prayer', '/resources', '/profile', '/chat', '/nothing']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      expect([path, await barriers(page)]).toEqual([path, []]);
    }

    await page.goto('/chat');
    await page.getByRole('button', { name: 'Start a new chat' }).click();
    await expect(page.getByRole('checkbox').first()).toBeAttached();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await startChat(page, ['Ben Boyd']);
    await say(page, `Seen in ${colours} colours`);
    await showsExactly(page, `Seen in ${colours}`, [`Seen in ${colours} colours`]);
    await page.getByRole('button', { name: 'Chat Info' }).click();
    await box(page).fill('Something to send');
    expect(await barriers(page)).toEqual([]);
  });
}
