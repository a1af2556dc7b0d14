import { expect } from '@playwright/test';
import { test } from './base.ts';
import { call } from './calls.ts';
import { networkAway } from './watch.ts';

test('somebody in many groups takes little room until all are wanted; the console says when it is offline', async ({
  signedIn,
  joined,
}) => {
  await joined('Tevita Fifita');
  const { page, context } = await signedIn('Ruth Adeyemi', { expected: networkAway });
  const groups = ['Anchor', 'Boats', 'Choir', 'Deck', 'Engine', 'Flags'].map((name) => `Crew of ${name}`);
  for (const name of groups) await call(page, 'POST', '/api/groups', { name });
  const [tevita] = (await call(page, 'GET', '/api/users?search=tevita')) as [{ uid: string }];
  await call(page, 'PATCH', `/api/users/${tevita.uid}`, { groups });

  await page.goto('/admin');
  await page.getByRole('searchbox').fill('tevita');
  const row = page.getByRole('row').filter({ hasText: 'Tevita Fifita' });
  await expect(row.getByRole('listitem')).toHaveText(['All Staff', ...groups.slice(0, 2)]);
  await row.getByRole('button', { name: '4 more groups of Tevita Fifita' }).press('Enter');
  await expect(row.getByRole('listitem')).toHaveText(['All Staff', ...groups]);
  await expect(row.getByRole('button', { name: 'Show fewer groups of Tevita Fifita' })).toBeFocused();

  const offline = page.getByText('You’re offline. As last loaded.');
  await expect(offline).toBeHidden();
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(offline).toBeHidden();
});

test('the focus stays on the button that was refused', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected: /status of 409/ });
  const { id } = (await call(page, 'POST', '/api/groups', { name: 'Back and forth' })) as { id: string };
  await call(page, 'DELETE', `/api/groups/${id}`);
  await call(page, 'POST', '/api/groups', { name: 'BACK and forth' });
  await page.goto('/admin/deleted-groups');
  const again = page.getByRole('button', { name: 'Bring back Back and forth' });
  await again.press('Enter');
  await expect(page.getByText('Another group has this name now.')).toBeVisible();
  await expect(again).toBeEnabled();
  await expect(again).toBeFocused();
});
