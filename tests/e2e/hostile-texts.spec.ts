import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { call, uidOf } from './helpers/calls.ts';
import { box, nothingWaits, openChat, say } from './helpers/chat.ts';
import { attach, document } from './helpers/files.ts';

/** Texts that would run if a page rendered one as markup. The page's policy would block it with a complaint, which fails too. */
const markup = '<img src=x onerror="window.broken=1">';
const others = [
  '<script>window.broken=1</script>',
  '[here](javascript:window.broken=1)',
  'javascript:window.broken=1',
  '{{constructor}}',
];
const turned = 'photo\u202egpj.html';

/** The text is shown as it was written, and none of it has run. */
async function isText(page: Page, where: string): Promise<void> {
  await expect(page.getByText(markup).filter({ visible: true }).first(), where).toBeVisible();
  expect(await page.evaluate(() => 'broken' in window), where).toBe(false);
  await expect(page.locator('[onerror], script:not([src]), a[href^="javascript:" i]'), where).toHaveCount(0);
}

// CVE-2026-24050, Zulip: names of groups and channels ran as scripts on admins' pages.
test('A18 names and texts that are scripts are shown as text, on every page', async ({ signedIn }) => {
  const ruth = await signedIn('Ruth Adeyemi');
  const writer = await signedIn('Leilani Kealoha-Nakamura');
  const named = (displayName: string) => call(writer.page, 'POST', '/api/update-profile', { displayName });
  await named(`${markup} Leilani`);
  try {
    const users = [await uidOf(ruth.page)];
    await call(writer.page, 'POST', '/api/chat/create', { users, isGroup: true, name: `${markup} chat` });
    const group = (await call(ruth.page, 'POST', '/api/groups', { name: `${markup} group` })) as { id: string };
    await call(ruth.page, 'PATCH', `/api/users/${await uidOf(ruth.page)}`, { addToGroups: [group.id] });

    await openChat(writer.page, `${markup} chat`);
    for (const text of [`${markup} message`, ...others]) await say(writer.page, text);
    await attach(writer.page, 'File', [
      document(`${markup}.html`),
      document(turned, '<script>window.broken=1</script>'),
    ]);
    await box(writer.page).press('Enter');
    await nothingWaits(writer.page);

    await ruth.page.goto('/chat');
    await isText(ruth.page, 'the list of chats');
    await openChat(ruth.page, `${markup} chat`);
    const log = ruth.page.getByRole('log');
    for (const text of others) await expect(log.getByText(text, { exact: true })).toBeVisible();
    await isText(ruth.page, 'a conversation');
    // With a mark of writing direction, the name would show another extension than its real one.
    await expect(log.getByText('photogpj.html')).toBeVisible();
    await ruth.page.getByRole('button', { name: 'Chat Info' }).click();
    await expect(ruth.page.getByRole('complementary', { name: 'Chat Info' }).getByText(markup).first()).toBeVisible();
    await isText(ruth.page, 'what a chat is about');

    for (const path of ['/groups', '/admin', '/admin/audit']) {
      await ruth.page.goto(path);
      await isText(ruth.page, path);
    }
    await call(ruth.page, 'DELETE', `/api/groups/${group.id}`);
    await ruth.page.goto('/admin/deleted-groups');
    await isText(ruth.page, 'the groups that were deleted');
    await writer.page.goto('/profile');
    await expect(writer.page.getByLabel('Display Name')).toHaveValue(`${markup} Leilani`);
    await isText(writer.page, 'one’s own profile');
  } finally {
    await named('Leilani Kealoha-Nakamura');
  }
});

// Zulip Cloud, 18 March 2021: a cache returned other people's answers.
test('A20 the service worker keeps pages, and nothing of any call', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { keepsPages: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  // It does not control the page that was open before it; the calls of these pages go through it.
  for (const path of ['/chat', '/groups', '/profile']) {
    const answers = ['**/api/chat', '**/api/me'].map((address) => page.waitForResponse(address));
    await page.goto(path);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    for (const answer of await Promise.all(answers)) await answer.finished();
  }
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0);
  expect((await kept()).filter((path) => /^\/(api|socket\.io)/.test(path))).toEqual([]);
});
