import { randomUUID } from 'node:crypto';
import { now } from './clock.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are opaque to clients; a value that is not in our format cannot be one of our ids and is not found. */
export const isOwnId = (id: string) => uuid.test(id);

/** The ids of one millisecond are counted. */
const counter = { at: 0, made: 0 };
const mostCounted = 0xfff;

/**
 * A new id: a UUID of version 7 (RFC 9562), so that ids made one after another are neighbours in an index. Those of one
 * process sort in the order in which it made them, but for more than 4,096 in a millisecond, or after its clock was set back.
 */
export function newId(at = now()): string {
  counter.made = at === counter.at ? Math.min(counter.made + 1, mostCounted) : 0;
  counter.at = at;
  const time = at.toString(16).padStart(12, '0');
  const count = counter.made.toString(16).padStart(3, '0');
  // The last two groups of a random UUID are what version 7 needs there. Node makes the randomness of many at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(-17)}`;
}
