import { expect, type Page } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import type { SoloProcess } from '../support/solo-process.ts';
import { type Fixtures, test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { chatInList, goToChat } from './helpers/chat.ts';
import { getsTokensAlone } from './helpers/network.ts';
import { settled } from './helpers/settled.ts';
import { networkAway } from './helpers/watch.ts';

const line = (page: Page, seq: number) => page.locator(`[data-seq="${seq}"]`);

type Given = Pick<Fixtures, 'signedIn' | 'joined'> & { base: SoloProcess };

/** Ben has read the first 100 lines of a chat with two others, and left. 300 more have come; the list of chats comes slowly. */
async function chatOnSlowLine({ signedIn, joined, base }: Given, third: string) {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await joined(third);
  await goToChat(ruth.page, ['Ben Boyd', third], 'A slow line');
  const chatId = chatIdOf(ruth.page);
  const filled = [await databaseOf(base.dataDir), chatId, await uidOf(ruth.page)] as const;
  await fillChat(...filled, 100);
  await call(page, 'POST', `/api/chat/${chatId}/read`, { seq: 100 });
  await page.goto(`/chat/${chatId}`);
  await expect(line(page, 100)).toBeInViewport();
  await page.goto('about:blank');
  await fillChat(...filled, 400, 100);

  const come = Promise.withResolvers<void>();
  await getsTokensAlone(page);
  await page.route('**/api/chat', async (route) => {
    await come.promise;
    await route.fallback();
  });
  await page.clock.install();
  async function listComes() {
    const listed = page.waitForResponse((answer) => answer.url().endsWith('/api/chat') && answer.ok());
    come.resolve();
    await listed;
    await settled(page);
  }
  return { page, address: `/chat/${chatId}`, listComes };
}

test('a chat opens where one stopped reading, though the list comes too slowly to wait for, and stays there', async ({
  signedIn,
  joined,
  base,
}) => {
  const { page, address, listComes } = await chatOnSlowLine({ signedIn, joined, base }, 'Grace Wanjiru');
  const reads: string[] = [];
  page.on('request', (request) => request.url().endsWith('/read') && reads.push(request.postData() ?? ''));
  await page.goto(address);
  await expect(line(page, 100)).toBeInViewport();
  await page.clock.runFor(5_000);
  const mark = page.getByText('New messages');
  await expect(mark).toBeInViewport();
  await expect(line(page, 101)).toBeInViewport();
  const { y } = (await mark.boundingBox()) ?? {};
  await listComes();
  expect((await mark.boundingBox())?.y).toBe(y);
  await expect.poll(() => reads.length).toBeGreaterThan(0);
  expect(reads.filter((body) => (JSON.parse(body) as { seq: number }).seq > 150)).toEqual([]);
});

test('one goes to a message of which the list on its way will be the first to tell', async ({
  signedIn,
  joined,
  base,
}) => {
  const { page, address, listComes } = await chatOnSlowLine({ signedIn, joined, base }, 'Leilani');
  await page.goto(`${address}?at=350`);
  await expect(page).toHaveURL(/\/chat\/[^?]+$/);
  await expect(line(page, 350)).toBeInViewport();
  await listComes();
  await expect(line(page, 350)).toBeInViewport();

  // A message that does not exist leads to the newest.
  await page.goto(`${address}?at=9999`);
  await expect(page).toHaveURL(/\/chat\/[^?]+$/);
  await expect(line(page, 400)).toBeInViewport();
});

test('a list that is the same when the network comes back is not sent again, and one that is not is', async ({
  signedIn,
  joined,
}) => {
  const others = ['Ruth Adeyemi', 'Leilani', 'Tevita Fifita'];
  await joined(...others);
  const ben = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  await goToChat(ben.page, others, 'Ferry times');
  const renamed = `/api/chat/${chatIdOf(ben.page)}`;
  await ben.page.reload();
  await expect(chatInList(ben.page, 'Ferry times')).toBeVisible();
  const answers: Record<string, Set<number>> = {};
  ben.page.on('response', (answer) => answers[new URL(answer.url()).pathname]?.add(answer.status()));
  const statuses = () => Object.values(answers).map((those) => [...those]);

  async function comesBack(meanwhile?: () => Promise<unknown>) {
    await settled(ben.page);
    for (const path of ['/api/chat', '/api/users']) answers[path] = new Set();
    await ben.context.setOffline(true);
    await expect(ben.page.getByText('You’re offline')).toBeVisible();
    await meanwhile?.();
    await ben.context.setOffline(false);
    await expect.poll(() => statuses().every((those) => those.length > 0)).toBe(true);
    await settled(ben.page);
    return statuses();
  }

  await expect.poll(() => comesBack()).toEqual([[304], [304]]);
  await expect(chatInList(ben.page, 'Ferry times')).toBeVisible();
  const other = await signedIn('Ben Boyd', { blank: true });
  const rename = () => call(other.page, 'PATCH', renamed, { name: 'Bus times' });
  expect(await comesBack(rename)).toEqual([expect.arrayContaining([200]), [304]]);
  await expect(chatInList(ben.page, 'Bus times')).toBeVisible();
});

test('a device that says it has no network, though it has, is not believed', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const { page, context } = await signedIn('Ben Boyd', { blank: true });
  await goToChat(page, ['Ruth Adeyemi']);
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  });
  const fresh = await context.newPage();
  await fresh.goto('/chat');
  await expect(chatInList(fresh, 'Ruth Adeyemi')).toBeVisible();
  await expect(fresh.getByText('You’re offline')).toHaveCount(0);
});
