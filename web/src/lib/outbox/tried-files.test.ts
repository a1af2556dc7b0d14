import { expect, test } from 'vitest';
import { withOutboxes } from './testing/outboxes.ts';
import { withFile } from './testing/entry.ts';

const openOutbox = withOutboxes();

test('a file that may have arrived at an earlier try is told of as such, here and after a reload', async () => {
  const tries: boolean[] = [];
  const tab = async () => {
    const outbox = openOutbox({
      upload(_one, _signal, wasTried) {
        tries.push(wasTried);
        return Promise.reject(new TypeError('Failed to fetch'));
      },
      send: () => Promise.reject(new Error('not sent here')),
      onSent: () => {},
      onFailed: () => {},
      onUnkept: () => {},
      wait: () => (tries.length < 2 ? 1 : 60_000),
    });
    await outbox.start();
    return outbox;
  };
  const first = await tab();
  await first.add(withFile('photo'));
  await expect.poll(() => tries).toEqual([false, true]);
  first.stop();
  await tab();
  await expect.poll(() => tries).toEqual([false, true, true]);
});
