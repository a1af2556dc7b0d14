import { afterEach, expect, test, vi } from 'vitest';
import { entry } from './testing/entry.ts';
import { away, withTabs } from './testing/tabs.ts';

const tab = withTabs();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'storage');
});

// One test, because a page asks once in its life.
test('the browser is asked once not to delete what waits, when the device has kept a message', async () => {
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.reject(new TypeError('Not here')));
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } });
  const { outbox } = tab(() => away());

  vi.stubGlobal('mozInnerScreenX', 0);
  await outbox.add(entry('in Firefox, which would ask the person'));
  vi.unstubAllGlobals();
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await outbox.add(entry('not kept'));
  vi.restoreAllMocks();
  expect(persist).not.toHaveBeenCalled();

  await outbox.add(entry('one'));
  await outbox.add(entry('two'));
  expect(persist).toHaveBeenCalledOnce();
});
