import 'fake-indexeddb/auto';
import { beforeEach } from 'vitest';
import { clearOutbox } from '../outbox/outbox-database.ts';
import { clearSeen } from '../seen/seen-database.ts';

/** For a file of tests: before each, nothing is stored on the device. Files share it with those that ran before them. */
export function withEmptyDevice() {
  beforeEach(async () => void (await Promise.all([clearOutbox(), clearSeen()])));
}
