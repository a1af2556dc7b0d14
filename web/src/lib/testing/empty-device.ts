import 'fake-indexeddb/auto';
import { beforeEach } from 'vitest';
import { clearOutbox } from '../outbox/outbox-database.ts';
import { clearDeviceDatabase } from '../on-device/device-database.ts';

/** For a test file: before each test, nothing is stored on the device, which files share with those that ran before. */
export function withEmptyDevice() {
  beforeEach(async () => void (await Promise.all([clearOutbox(), clearDeviceDatabase()])));
}
