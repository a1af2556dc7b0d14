import type { Chance } from '../random.ts';
import type { Line } from '../talk/talk.ts';
import type { PlannedChat } from './plan.ts';

export interface Reaction {
  readonly userId: string;
  readonly emoji: string;
  readonly at: Date;
}

const usual = ['👍', '👍', '👍', '❤️', '❤️', '😂', '🙏', '🙏', '🎉', '🔥', '👏', '😢'];

/** Reactions of some of the others to a line, within some minutes. People with the same opinion use the same emoji. */
export function reactionsTo(chat: PlannedChat, line: Line, at: Date, chance: Chance): Reaction[] {
  const others = chat.members.filter(({ uid }) => uid !== line.speaker.uid);
  const first = chance.oneOf(usual);
  const most = chat.isGroup ? Math.min(7, Math.ceil(others.length / 2)) : 1;
  return chance.some(others, chance.between(1, most)).map(({ uid }, index) => ({
    userId: uid,
    emoji: chance.happens(0.7) ? first : chance.oneOf(usual),
    at: new Date(at.getTime() + (index + 1) * chance.between(1_000, 9_000)),
  }));
}
