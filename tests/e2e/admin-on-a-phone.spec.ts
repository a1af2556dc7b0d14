import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { areasOf } from './helpers/layout.ts';
import { phone } from './helpers/phone.ts';

test('what can be done about an entry of a list stands at its end', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  const { id } = (await call(page, 'POST', '/api/groups', { name: 'Choir' })) as { id: string };
  await call(page, 'DELETE', `/api/groups/${id}`);
  await call(page, 'POST', '/api/invitations', { csv: 'email\nleilani@base.example', dryRun: false });
  for (const [path, name] of [
    ['/admin/deleted-groups', 'Restore Choir'],
    ['/admin/invitations', 'Withdraw the invitation for leilani@base.example'],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole('button', { name });
    await expect(button).toBeVisible();
    const [act, entry] = await areasOf(button, page.getByRole('listitem').filter({ has: button }));
    expect(entry.x + entry.width - act.x - act.width, path).toBeLessThanOrEqual(16);
  }
});

test('the log tells device and address apart where they stand in one line', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await call(page, 'POST', '/api/groups', { name: 'Sailing' });
  await page.goto('/admin/audit');
  const row = page.getByRole('row').filter({ hasText: 'Sailing' });
  const from = row.locator('td:last-child span');
  const comma = () => from.first().evaluate((one) => getComputedStyle(one, '::after').content);
  const apart = async () => {
    const [device, address] = await areasOf(from.first(), from.nth(1));
    return address.y - device.y;
  };
  expect(await apart()).toBe(0);
  expect(await comma()).toBe('","');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(apart).toBeGreaterThan(0);
  expect(await comma()).toBe('none');
});
