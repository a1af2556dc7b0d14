import { expect, type WebSocketRoute } from '@playwright/test';
import { test } from './helpers/base.ts';
import { uidOf } from './helpers/calls.ts';
import { goToChat, isStored, openLiveChat, say } from './helpers/chat.ts';
import { changeChat } from './helpers/message-acts.ts';

test('who is taken out of an open group and added again in one moment reads on', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
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
  for (const frame of late) toBen?.send(frame);

  await say(ruth.page, 'Sorry, my mistake');
  await isStored(ruth.page, 'Sorry, my mistake');
  await expect(ben.page.getByRole('article').filter({ hasText: 'Sorry, my mistake' })).toBeVisible();
});
