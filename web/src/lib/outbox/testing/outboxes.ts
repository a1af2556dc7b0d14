import 'fake-indexeddb/auto';
import { afterEach, beforeEach } from 'vitest';
import { clearOutbox } from '../outbox-database.ts';
import { Outbox, type OutboxOptions } from '../outbox.ts';

/**
 * For a test file: opens Ana's outbox, once or more; they stop after each test. Before each test, the outbox on the device is
 * empty: test files share the device with those that ran before them.
 */
export function withOutboxes() {
  const open: Outbox[] = [];
  beforeEach(() => clearOutbox());
  afterEach(() => open.splice(0).forEach((outbox) => outbox.stop()));
  return (options: Omit<OutboxOptions, 'uid' | 'onDiscarded'>) => {
    const outbox = new Outbox({ uid: 'ana', onDiscarded() {}, ...options });
    open.push(outbox);
    return outbox;
  };
}
