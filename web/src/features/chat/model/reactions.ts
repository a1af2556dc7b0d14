import type { Message } from '@koinonia/contracts/chat.ts';

/** The emojis of the picker; their names are in `texts.ts`. The server accepts any emoji. */
export const reactionEmojis = ['👍', '❤️', '😂', '🙏', '🎉'] as const;
export type PickedEmoji = (typeof reactionEmojis)[number];

/** Reactions to a message that the server has not yet answered: each emoji on or off. */
export type Wishes = Readonly<Record<string, boolean>>;

export type ReactionState = Pick<Message, 'reactions' | 'myReactions'>;

/** The reactions with the wishes applied. A wish that is already true changes nothing. */
export function withWishes({ reactions, myReactions }: ReactionState, wishes: Wishes): ReactionState {
  const counts = { ...reactions };
  const mine = new Set(myReactions);
  for (const [emoji, on] of Object.entries(wishes)) {
    if (on === mine.has(emoji)) continue;
    const count = Math.max(0, (counts[emoji] ?? 0) + (on ? 1 : -1));
    if (count > 0) counts[emoji] = count;
    else delete counts[emoji];
    if (on) mine.add(emoji);
    else mine.delete(emoji);
  }
  return { reactions: counts, myReactions: [...mine] };
}

export interface ReactionPill {
  readonly emoji: string;
  readonly count: number;
  readonly mine: boolean;
}

/** The pills under a message: the picker's emojis in its order, then the others sorted, so that none jumps about. */
export function pillsOf({ reactions, myReactions }: ReactionState): ReactionPill[] {
  const place = (emoji: string) => {
    const index = (reactionEmojis as readonly string[]).indexOf(emoji);
    return index < 0 ? reactionEmojis.length : index;
  };
  return Object.entries(reactions)
    .filter(([, count]) => count > 0)
    .map(([emoji, count]) => ({ emoji, count, mine: myReactions.includes(emoji) }))
    .sort((a, b) => place(a.emoji) - place(b.emoji) || (a.emoji < b.emoji ? -1 : 1));
}
