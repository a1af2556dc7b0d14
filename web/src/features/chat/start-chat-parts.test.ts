// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { entry } from '../../lib/outbox/testing/entry.ts';
import { withEmptyDevice } from '../../lib/testing/empty-device.ts';
import { databaseFallsSilent } from '../../lib/testing/silent-database.ts';
import { startChatParts } from './start-chat-parts.ts';

withEmptyDevice();
let letGo = async () => {};

afterEach(async () => {
  vi.useRealTimers();
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
