import { expect } from '@playwright/test';
import { backOnline, test } from './helpers/base.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { box, chatInList, goToChat, isStored, openChat, say, showsExactly } from './helpers/chat.ts';
import { networkAway } from './helpers/watch.ts';

test('what was written without a network is sent, though the chat was deleted on another device meanwhile', async ({
  signedIn,
}) => {
  const phone = await signedIn('Ruth Adeyemi', { expected: networkAway, blank: true });
  const laptop = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await goToChat(phone.page, ['Ben Boyd']);
  await say(phone.page, 'Hello Ben');
  await isStored(phone.page, 'Hello Ben');
  await phone.context.setOffline(true);
  const written = [1, 2, 3, 4, 5].map((n) => `Bus ${n}`);
  for (const text of written) await say(phone.page, text);
  await box(phone.page).fill('a letter that is not finished');
  await laptop.page.goto('/home');
  await call(laptop.page, 'DELETE', `/api/chat/${chatIdOf(phone.page)}`);
  const free = Promise.withResolvers<void>();
  await phone.page.route('**/api/chat/send', async (route) => {
    await free.promise;
    return route.fallback();
  });
  await backOnline(phone);
  await expect(chatInList(phone.page, 'Ben Boyd')).toHaveCount(0);
  free.resolve();
  await openChat(ben.page, 'Ruth Adeyemi');
  await showsExactly(ben.page, 'Bus', written);
  await openChat(phone.page, 'Ben Boyd');
  await expect(box(phone.page)).toHaveValue('a letter that is not finished');
});
