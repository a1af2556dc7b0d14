import { randomBytes } from 'node:crypto';
import { now } from './clock.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are opaque to clients; a value that is not in our format cannot be one of our ids and is not found. */
export const isOwnId = (id: string) => uuid.test(id);

/** A new id: a UUID of version 7 (RFC 9562), so that ids made one after another are neighbours in an index. */
export function newId(at = now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
