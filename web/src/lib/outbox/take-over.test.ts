import { afterEach, expect, test, vi } from 'vitest';
import { withFile } from './testing/entry.ts';
import { withOutboxes } from './testing/outboxes.ts';

const openOutbox = withOutboxes();
afterEach(() => vi.useRealTimers());

/** A tab of Ana's, whose uploads do not end. */
function tab() {
  const tried: string[] = [];
  const outbox = openOutbox({
    upload(one, signal) {
      tried.push(one.clientId);
      return new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
    send: () => Promise.reject(new Error('not sent here')),
    onSent: () => {},
    onFailed: () => {},
    onUnkept: () => {},
    wait: () => 1,
  });
  return { outbox, tried };
}

test('a tab does not queue up for what another one is still sending, and takes it over when that is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [here, there] = [tab(), tab()];
  await Promise.all([here.outbox.start(), there.outbox.start()]);
  void here.outbox.add(withFile('one'));
  await expect.poll(() => here.tried).toEqual(['one']);
  await expect.poll(() => there.outbox.list.entries()).toHaveLength(1);
  const queuing = async () => (await navigator.locks.query()).pending;
  for (let waited = 0; waited < 3; waited += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await queuing()).toEqual([]);
  }
  here.outbox.stop();
  const takenOver = async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    return there.tried;
  };
  await expect.poll(takenOver).toEqual(['one']);
});
