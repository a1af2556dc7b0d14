import { expect } from '@playwright/test';
import { test } from './helpers/base.ts';
import { uidOf } from './helpers/calls.ts';
import { goToChat, isStored, openLiveChat, say } from './helpers/chat.ts';
import { changeChat } from './helpers/message-acts.ts';
import { haveHolding, heldFrames, hold, release } from './helpers/held-frames.ts';
import { takenOut } from './helpers/watch.ts';

test('who is taken out of an open group and added again in one moment reads on', async ({ signedIn, joined }) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected: takenOut, blank: true });
  await joined('Tevita Fifita');
  await haveHolding(ben.page);
  await goToChat(ruth.page, ['Ben Boyd', 'Tevita Fifita'], 'Harvest supper');
  await openLiveChat(ben.page, 'Harvest supper');
  await hold(ben.page);
  const uid = await uidOf(ben.page);
  await changeChat(ruth.page, { remove: [uid] });
  await changeChat(ruth.page, { add: [uid] });
  const has = (frames: string, event: string) => frames.includes(`"${event}"`);
  await expect
    .poll(async () => {
      const frames = await heldFrames(ben.page);
      return has(frames, 'chatDeleted') && has(frames, 'chatCreated');
    })
    .toBe(true);
  await release(ben.page);

  await say(ruth.page, 'Sorry, my mistake');
  await isStored(ruth.page, 'Sorry, my mistake');
  await expect(ben.page.getByRole('article').filter({ hasText: 'Sorry, my mistake' })).toBeVisible();
});
