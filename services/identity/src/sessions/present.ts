import type { Device } from '@koinonia/contracts/identity.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { DeviceSeen } from './sealed-device.ts';

export const presentDevice = (
  row: { id: string; created_at: Date; last_seen_at: Date },
  seen: DeviceSeen,
  caller: PersonCaller,
): Device => ({
  id: row.id,
  device: seen.device,
  address: seen.address,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  current: row.id === caller.sessionId,
});
