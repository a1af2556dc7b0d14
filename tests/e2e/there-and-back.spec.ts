import { expect, type WebSocketRoute } from '@playwright/test';
import { test } from './helpers/base.ts';
import { uidOf } from './helpers/calls.ts';
import { goToChat, isStored, openChat, openLiveChat, say } from './helpers/chat.ts';
import { changeChat } from './helpers/message-acts.ts';
import { takenOut } from './helpers/watch.ts';

test('who is taken out of an open group and added again in one moment reads on', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: takenOut, blank: true });
  await joined('Tevita Fifita');
  let toBen: WebSocketRoute | undefined;
  let isStalled = false;
  const late: (string | Buffer)[] = [];
  await ben.context.routeWebSocket(/socket\.io/, (socket) => {
    toBen = socket;
    const server = socket.connectToServer();
    server.onMessage((frame) => void (isStalled ? late.push(frame) : socket.send(frame)));
  });
  await goToChat(ruth.page, ['Ben Boyd', 'Tevita Fifita'], 'Harvest supper');
  await openLiveChat(ben.page, 'Harvest supper');
  isStalled = true;
  const uid = await uidOf(ben.page);
  await changeChat(ruth.page, { remove: [uid] });
  await changeChat(ruth.page, { add: [uid] });
  const has = (event: string) => late.some((frame) => String(frame).includes(`"${event}"`));
  await expect.poll(() => has('chatDeleted') && has('chatCreated')).toBe(true);
  isStalled = false;
  // A busy page comes to nothing else between two events.
  const busy = ben.page.evaluate(() => {
    const end = performance.now() + 1000;
    while (performance.now() < end);
  });
  for (const frame of late) toBen?.send(frame);
  await busy;

  await say(ruth.page, 'Sorry, my mistake');
  await isStored(ruth.page, 'Sorry, my mistake');
  await expect(async () => {
    // A page that came to something else after all is back at the list.
    if (new URL(ben.page.url()).pathname === '/chat') await openChat(ben.page, 'Harvest supper');
    const said = ben.page.getByRole('article').filter({ hasText: 'Sorry, my mistake' });
    await expect(said).toBeVisible({ timeout: 5000 });
  }).toPass();
});
