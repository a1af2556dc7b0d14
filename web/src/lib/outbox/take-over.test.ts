import { afterEach, expect, test, vi } from 'vitest';
import { withFile } from './testing/entry.ts';
import { withTabs } from './testing/tabs.ts';

const openTab = withTabs();
afterEach(() => vi.useRealTimers());

/** Its upload does not end. */
const endless = { ...withFile('one'), text: 'never ends' };

test('a tab does not queue up for what another one is still sending, and takes it over when that is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [here, there] = [openTab(), openTab()];
  await Promise.all([here.outbox.start(), there.outbox.start()]);
  void here.outbox.add(endless);
  await expect.poll(() => here.tried).toEqual(['file of one']);
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
  await expect.poll(takenOver).toEqual(['file of one']);
});
