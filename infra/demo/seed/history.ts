import { newId } from '@koinonia/kit/ids.ts';
import type { Chance } from '../random.ts';
import { conversation, type Line } from '../talk/talk.ts';
import { reactionsTo, type Reaction } from './reactions.ts';
import type { PlannedChat } from './plan.ts';

/** A message as it is written into the database. */
export interface WrittenMessage {
  readonly id: string;
  readonly seq: number;
  readonly senderId: string;
  readonly text: string;
  readonly at: Date;
  readonly replyToSeq: number | null;
  readonly mentions: readonly string[] | null;
  readonly reactions: readonly Reaction[];
  /** Its text before it was edited; null when it never was. */
  readonly before: string | null;
  /** The number of its last change in the chat; 0 when nothing changed. */
  readonly changeSeq: number;
}

export interface History {
  readonly messages: readonly WrittenMessage[];
  /** The number of changes in the chat. */
  readonly changes: number;
}

/** All messages of a chat: conversations one after another, at hours when people are awake. */
export function historyOf(chat: PlannedChat, chance: Chance): History {
  const lines = linesOf(chat, chance);
  const times = timesOf(chat, lines, chance);
  let changes = 0;
  const messages = lines.map(({ line, startsAt }, index): WrittenMessage => {
    const at = times[index] ?? chat.ends;
    const reactions = chance.happens(chat.isGroup ? 0.16 : 0.08) ? reactionsTo(chat, line, at, chance) : [];
    const isEdited = chance.happens(0.012) && line.text.length > 20;
    const changed = reactions.length + (isEdited ? 1 : 0);
    changes += changed;
    return {
      id: newId(at.getTime()),
      seq: index + 1,
      senderId: line.speaker.uid,
      text: line.text,
      at,
      replyToSeq: line.repliesTo === null ? null : startsAt,
      mentions: line.mentions.length > 0 ? line.mentions : null,
      reactions,
      before: isEdited ? line.text.replace(/[.!?]?$/, ' …') : null,
      changeSeq: changed > 0 ? changes : 0,
    };
  });
  return { messages, changes };
}

/** Each line with the position at which its conversation starts. */
interface Place {
  readonly line: Line;
  readonly startsAt: number;
}

function linesOf({ members, isGroup, size }: PlannedChat, chance: Chance): Place[] {
  const lines: Place[] = [];
  while (lines.length < size) {
    const startsAt = lines.length + 1;
    lines.push(...conversation(members, chance, isGroup).map((line) => ({ line, startsAt })));
  }
  return lines.slice(0, size);
}

const minute = 60_000;

function timesOf({ begins, ends }: PlannedChat, lines: readonly Place[], chance: Chance): Date[] {
  const starts = lines.filter(({ startsAt }, index) => startsAt === index + 1);
  const span = ends.getTime() - begins.getTime();
  const instants = starts.map(() => waking(begins.getTime() + chance.next() * span, chance)).sort((a, b) => a - b);
  let conversationNumber = -1;
  let last = begins.getTime();
  const times = lines.map(({ startsAt }, index) => {
    const isStart = startsAt === index + 1;
    if (isStart) conversationNumber += 1;
    const wanted = isStart ? (instants[conversationNumber] ?? last) : last + chance.between(5_000, 6 * minute);
    last = Math.max(last + 1000, wanted);
    return last;
  });
  // Stretches the times so that the last message is at the planned end of the chat.
  const stretch = span / Math.max(1, last - begins.getTime());
  return times.map((time) => new Date(begins.getTime() + Math.floor((time - begins.getTime()) * stretch)));
}

/** Moves most messages of the night to the evening before. */
function waking(time: number, chance: Chance): number {
  const at = new Date(time);
  if (at.getUTCHours() >= 6 || chance.happens(0.1)) return time;
  return time - chance.between(7, 14) * 60 * minute;
}
