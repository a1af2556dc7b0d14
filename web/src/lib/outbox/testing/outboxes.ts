import 'fake-indexeddb/auto';
import { afterEach, beforeEach } from 'vitest';
import { clearOutbox } from '../outbox-database.ts';
import { Outbox, type OutboxOptions } from '../outbox.ts';

/**
 * For a file of tests: opens Ana's outbox; at the end of each test they stop. Before each, nothing is stored on the device,
 * which files share with those that ran before them.
 */
export function withOutboxes() {
  const open: Outbox[] = [];
  beforeEach(() => clearOutbox());
  afterEach(() => open.splice(0).forEach((outbox) => outbox.stop()));
  return (options: Omit<OutboxOptions, 'uid'>) => {
    const outbox = new Outbox({ uid: 'ana', ...options });
    open.push(outbox);
    return outbox;
  };
}
