import { expect, type Page } from '@playwright/test';
import { test } from './base.ts';
import { box, chatInList, goToChat, isStored, nothingWaits, openChat, say } from './chat.ts';
import { either, networkAway, signedOut } from './watch.ts';

/** A hotel's network, or a proxy whose servers restart, answers instead of the product. */
const page = { contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' };
const expected = either(networkAway, signedOut, /status of 40\d/);

/** Answers all calls of this kind in the server's place, until the returned function is called. */
async function answers(at: Page, address: string, answer: object): Promise<() => Promise<void>> {
  await at.route(address, (route) => route.fulfill(answer));
  return () => at.unroute(address);
}

test('what answers in the server’s place signs nobody out, loses no message and takes no chat away', async ({
  signedIn,
  joined,
}) => {
  await joined('Ruth Adeyemi');
  const ben = await signedIn('Ben Boyd', { expected, blank: true });
  await goToChat(ben.page, ['Ruth Adeyemi']);
  await say(ben.page, 'Before #hotel');
  await isStored(ben.page, 'Before #hotel');

  for (const [name, answer] of [
    ['404', { status: 404, ...page }],
    ['403', { status: 403, ...page }],
    ['an empty success', { json: {} }],
  ] as const) {
    const end = await answers(ben.page, '**/api/chat/send', answer);
    const asked = ben.page.waitForResponse('**/api/chat/send');
    await say(ben.page, `Sent through ${name} #hotel`);
    await asked;
    await end();
    await isStored(ben.page, `Sent through ${name} #hotel`);
    await nothingWaits(ben.page);
  }

  await box(ben.page).fill('Still being written #hotel');
  const end = await answers(ben.page, '**/api/**', { status: 401, ...page });
  const refused = ben.page.waitForResponse((response) => response.status() === 401);
  await ben.page.reload();
  await refused;
  await expect(ben.page.getByRole('dialog', { name: 'Sign in required' })).toHaveCount(0);
  await expect(chatInList(ben.page, 'Ruth Adeyemi')).toBeVisible();
  await end();
  const endOfLists = await answers(ben.page, '**/api/chat', { json: {} });
  const list = ben.page.waitForResponse('**/api/chat');
  await ben.page.reload();
  await list;
  await endOfLists();
  await openChat(ben.page, 'Ruth Adeyemi');
  await expect(box(ben.page)).toHaveValue('Still being written #hotel');
  await say(ben.page, 'After #hotel');
  await isStored(ben.page, 'After #hotel');
});
