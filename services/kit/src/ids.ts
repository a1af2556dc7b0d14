import { randomBytes } from 'node:crypto';
import { now } from './clock.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are opaque to clients; a value that is not in our format cannot be one of our ids and is not found. */
export const isOwnId = (id: string) => uuid.test(id);

/** The ids of one millisecond are counted. */
const counter = { at: 0, made: 0 };
const mostCounted = 0xfff;

/**
 * A new id: a UUID of version 7 (RFC 9562), so that ids made one after another are neighbours in an index. Those of one
 * process sort in the order in which it made them.
 */
export function newId(at = now()): string {
  counter.made = at === counter.at ? Math.min(counter.made + 1, mostCounted) : 0;
  counter.at = at;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter.made, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
