import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from '../observing/log.ts';
import { startMessenger } from './messenger.ts';

const log = createLog('silent', 'tests');

test('an end waits for the delivery that is under way', async () => {
  let delivered = false;
  const deliver = async () => {
    await wait(50);
    delivered = true;
    return false;
  };
  await startMessenger({ deliver, every: 60_000, failed: '', log }).close();
  expect(delivered).toBe(true);
});

test('an end does not wait for a service that hangs', async () => {
  const messenger = startMessenger({ deliver: () => new Promise(() => {}), every: 60_000, failed: '', log });
  const closed = messenger.close().then(() => 'closed');
  expect(await Promise.race([closed, wait(10_000, 'still waiting')])).toBe('closed');
});
