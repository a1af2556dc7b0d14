import type { Outgoing } from './conversation.ts';

const urgency = { waiting: 0, failing: 1, refused: 2 } as const satisfies Record<Outgoing['state'], number>;

/** Of each chat the unsent message that needs its writer most, and of these the last one. */
export function unsentByChat(outgoing: readonly Outgoing[]): ReadonlyMap<string, Outgoing> {
  const unsent = new Map<string, Outgoing>();
  for (const one of outgoing) {
    const known = unsent.get(one.chatId);
    if (known === undefined || urgency[one.state] >= urgency[known.state]) unsent.set(one.chatId, one);
  }
  return unsent;
}
