import 'fake-indexeddb/auto';
import { beforeEach } from 'vitest';
import { clearOutbox } from '../outbox/outbox-database.ts';
import { clearDeviceDatabase } from '../on-device/device-database.ts';

/** For a file of tests: before each, nothing is stored on the device. Files share it with those that ran before them. */
export function withEmptyDevice() {
  beforeEach(async () => void (await Promise.all([clearOutbox(), clearDeviceDatabase()])));
}
