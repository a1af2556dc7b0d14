import type { Chance } from '../random.ts';
import type { History } from './history.ts';
import type { PlannedChat } from './plan.ts';

/**
 * The read position of each member. Most have read everything; some have a few unread messages; a few have not looked for a
 * long time. All have read at least up to their own last message.
 */
export function readPositions(chat: PlannedChat, { messages }: History, chance: Chance): Map<string, number> {
  const spoke = new Map(messages.map(({ senderId, seq }): [string, number] => [senderId, seq]));
  const last = messages.length;
  return new Map(
    chat.members.map(({ uid }): [string, number] => {
      const behind = chance.happens(0.72) ? 0 : chance.happens(0.85) ? chance.between(1, 12) : chance.between(1, last);
      return [uid, Math.max(last - behind, spoke.get(uid) ?? 0, 0)];
    }),
  );
}
