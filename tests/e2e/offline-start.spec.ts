import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, uidCalled } from './helpers/calls.ts';
import { chatInList, goToChat, peekOf, say, showsExactly } from './helpers/chat.ts';
import { deviceOf, keptOn } from './helpers/on-device.ts';
import { takeNetworkAway } from './helpers/network.ts';
import { pressEscape } from './helpers/settled.ts';
import { networkAway } from './helpers/watch.ts';

test('a page that starts without a network knows who has left, shows what it has, and says what will come', async ({
  signedIn,
  joined,
}) => {
  await joined('Kim Ha-eun');
  const ruth = await signedIn('Ruth Adeyemi');
  const ben = await signedIn('Ben Boyd', { keepsPages: true, expected: networkAway, blank: true });
  const uid = await uidCalled(ruth.page, 'Kim Ha-eun');
  await goToChat(ben.page, ['Kim Ha-eun']);
  await say(ben.page, 'Safe travels #left');
  await call(ruth.page, 'PATCH', `/api/users/${uid}`, { active: false });
  await ben.page.reload();
  await expect.poll(async () => deviceOf(await keptOn(ben.page))).toMatch(/"Kim Ha-eun[^}]*lookedUpAt/);
  await ben.page.evaluate(() => navigator.serviceWorker.ready);
  await ben.page.close();

  const bringBack = await takeNetworkAway(ben.context);
  const later = await ben.context.newPage();
  await later.goto('/chat');
  await chatInList(later, 'Kim Ha-eun').click({ button: 'right' });
  await expect(peekOf(later, 'Kim Ha-eun').getByRole('listitem')).toHaveText(/Safe travels #left/);
  await pressEscape(later);
  await chatInList(later, 'Kim Ha-eun').click();
  await expect(later.getByRole('heading', { name: 'Kim Ha-eun', level: 2 })).toBeVisible();
  await showsExactly(later, '#left', ['Safe travels #left']);
  await later.goto('/chat/00000000-0000-4000-8000-000000000000');
  await expect(later.getByText('They will load when you’re back.')).toBeVisible();
  await bringBack();
  await expect(later.getByText('This chat is not here.')).toBeVisible();
});

test('a browser that starts without a network still asks the server for what is no page', async ({ signedIn }) => {
  const ben = await signedIn('Ben Boyd', { keepsPages: true });
  await ben.page.evaluate(() => navigator.serviceWorker.ready);
  await ben.page.reload();
  const answer = await ben.page.goto('/healthz');
  expect(await answer?.json()).toMatchObject({ ok: true });
});
