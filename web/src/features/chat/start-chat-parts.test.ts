// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { addToOutbox, readOutbox } from '../../lib/outbox/outbox-database.ts';
import { entry, withFile } from '../../lib/outbox/testing/entry.ts';
import { clearOwnStores, drafts, untoldReads, waitingReactions } from '../../lib/session/own-stores.ts';
import { withEmptyDevice } from '../../lib/testing/empty-device.ts';
import { takeToastsAway } from '../../lib/testing/no-toasts.ts';
import { databaseFallsSilent } from '../../lib/testing/silent-database.ts';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { startChatParts } from './start-chat-parts.ts';

withEmptyDevice();
let letGo = async () => {};

afterEach(async () => {
  vi.useRealTimers();
  takeToastsAway();
  await letGo();
});

test('where the database does not answer, the page asks to stay until what was written is sent', async () => {
  letGo = await databaseFallsSilent();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { parts, stop } = startChatParts('ana', new QueryClient());
  void parts.outbox.add(entry('one'));
  const asksToStay = () => {
    vi.advanceTimersByTime(1_000);
    return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  };
  await expect.poll(asksToStay).toBe(true);
  stop();
});

test('what another person left on the device goes when somebody starts, and what is their own stays', async () => {
  for (const uid of ['ben', 'ana']) {
    drafts.write(uid, 'kitchen', `Of ${uid}`);
    untoldReads.write(uid, 'kitchen', '3');
    waitingReactions.write(uid, 'one:👍', '{}');
    await addToOutbox({ ...entry(`of ${uid}`), uid });
  }
  const { parts, stop } = startChatParts('ana', new QueryClient());
  await expect.poll(() => parts.outbox.list.find('of ana')).toBeDefined();
  const leftOfBen = [
    drafts.names('ben'),
    untoldReads.names('ben'),
    waitingReactions.names('ben'),
    await readOutbox('ben'),
  ];
  expect(leftOfBen).toEqual([[], [], [], []]);
  expect([drafts.read('ana', 'kitchen'), untoldReads.read('ana', 'kitchen')]).toEqual(['Of ana', '3']);
  expect(waitingReactions.names('ana')).toEqual(['one:👍']);
  expect(await readOutbox('ana')).toMatchObject([{ clientId: 'of ana' }]);
  stop();
  clearOwnStores();
});

test('the page must not reload by itself while files are chosen or uploaded, until the person has gone', () => {
  const { parts, stop } = startChatParts('ana', new QueryClient());
  expect(hasUnsaved()).toBe(false);
  parts.progress.set('plan', 0);
  expect(hasUnsaved()).toBe(true);
  parts.progress.set('plan', undefined);
  expect(hasUnsaved()).toBe(false);
  void parts.chosen.add('kitchen', new Promise(() => {}));
  expect(hasUnsaved()).toBe(true);
  stop();
  expect(hasUnsaved()).toBe(false);
});

test('a picture of what is discarded, as with its chat, takes no room in the page any more', async () => {
  const { parts, stop } = startChatParts('ana', new QueryClient());
  const released = vi.spyOn(parts.localPictures, 'release');
  const waiting = withFile('one');
  await addToOutbox(waiting);
  await expect.poll(() => parts.outbox.list.reload().then(() => parts.outbox.list.find('one'))).toBeDefined();
  await parts.outbox.discardAll(waiting.chatId);
  expect(released).toHaveBeenCalledWith('one');
  stop();
});
