import { expect, type Page, type Request } from '@playwright/test';
import { test } from './helpers/base.ts';
import { uidOf } from './helpers/calls.ts';
import { goToChat, isStored, openLiveChat, say } from './helpers/chat.ts';
import { changeChat } from './helpers/message-acts.ts';
import { haveHolding, textsHeld, hold, release } from './helpers/held-frames.ts';
import { takenOut } from './helpers/watch.ts';

/** Follows the page's calls from now on. `hold` lets none be carried out until `free`, and waits for those under way. */
function callsOf(page: Page) {
  const underWay = new Set<Request>();
  const isFree = Promise.withResolvers<void>();
  page.on('request', (request) => request.url().includes('/api/') && underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return {
    async hold() {
      await page.route('**/api/**', async (route) => {
        underWay.delete(route.request());
        await isFree.promise;
        return route.fallback();
      });
      await expect.poll(() => underWay.size).toBe(0);
    },
    free: isFree.resolve,
  };
}

test('who is taken out of an open group and added again in one moment reads on', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: takenOut, blank: true });
  await joined('Tevita Fifita');
  const calls = callsOf(ben.page);
  await haveHolding(ben.page);
  await goToChat(ruth.page, ['Ben Boyd', 'Tevita Fifita'], 'Harvest supper');
  await openLiveChat(ben.page, 'Harvest supper');
  const uid = await uidOf(ben.page);
  await hold(ben.page);
  // A page that asks in between is told that the chat is gone.
  await calls.hold();
  await changeChat(ruth.page, { remove: [uid] });
  await changeChat(ruth.page, { add: [uid] });
  await expect.poll(() => textsHeld(ben.page)).toMatch(/"chatDeleted"[^]*"chatCreated"/);
  calls.free();
  await release(ben.page);

  await say(ruth.page, 'Sorry, my mistake');
  await isStored(ruth.page, 'Sorry, my mistake');
  await expect(ben.page.getByRole('article').filter({ hasText: 'Sorry, my mistake' })).toBeVisible();
});
