import type { ChatChange } from '../../chats/tell-change.ts';

/** Ms within which the report of a change may follow a sweep that has already found the change. */
const reportWithin = 10_000;

/**
 * Remembers whom the sweep has told that they joined or left a chat: the report of the same change may come afterwards, and
 * would tell them a second time.
 */
export interface ToldBySweep {
  add(change: ChatChange): void;
  /** The people of this change whom the sweep has told of it; each is returned once. */
  take(change: ChatChange): Set<string>;
}

export function createToldBySweep(): ToldBySweep {
  const told = new Map<string, { isMember: boolean; until: number }>();

  const peopleOf = ({ chatId, joined, left }: ChatChange) => [
    ...joined.map((uid) => ({ uid, name: `${chatId} ${uid}`, isMember: true })),
    ...left.map((uid) => ({ uid, name: `${chatId} ${uid}`, isMember: false })),
  ];

  return {
    add(change) {
      const now = performance.now();
      for (const [name, { until }] of told) if (until <= now) told.delete(name);
      for (const { name, isMember } of peopleOf(change)) told.set(name, { isMember, until: now + reportWithin });
    },
    take(change) {
      const now = performance.now();
      const taken = new Set<string>();
      for (const { uid, name, isMember } of peopleOf(change)) {
        const last = told.get(name);
        told.delete(name);
        if (last?.isMember === isMember && last.until > now) taken.add(uid);
      }
      return taken;
    },
  };
}
