import { setTimeout as wait } from 'node:timers/promises';
import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import type { Chance } from '../random.ts';
import type { Conversations } from './conversations.ts';
import type { Participant } from './participant.ts';

export interface Counts {
  messages: number;
  reactions: number;
  reads: number;
  came: number;
  went: number;
  failures: number;
}

/** The participants of a flood, their chats, and the counts of their acts. */
export interface Scene {
  readonly participants: readonly Participant[];
  /** Chats to talk in; all chats of the participants when left out. */
  readonly only?: ((chat: Chat) => boolean) | undefined;
  readonly conversations: Conversations;
  readonly chance: Chance;
  readonly counts: Counts;
}

const usual = ['👍', '❤️', '😂', '🙏', '🎉'];

/** A person types for a moment, and sends the next line of one of the busy chats. */
export async function write(scene: Scene): Promise<void> {
  const { participants, conversations, chance, counts } = scene;
  const here = participants.filter((person) => person.isHere());
  if (here.length === 0) return;
  const chats = chance.oneOf(here).chats.filter(scene.only ?? (() => true));
  if (chats.length === 0) return;
  const chat = chance.oneOf(chats.slice(0, 8));
  const next = conversations.next(chat);
  if (!next) return;
  next.speaker.type(chat.id);
  await wait(chance.between(600, 2200));
  const { text, mentions } = next.line;
  const message = await next.speaker.say(chat.id, { text, mentions, replyTo: next.repliesTo });
  next.said(message.seq);
  counts.messages += 1;
  await answer(scene, chat, message);
}

/** Some of the others read it, and one may react. */
async function answer({ participants, chance, counts }: Scene, chat: Chat, message: Message): Promise<void> {
  const others = participants.filter(
    ({ uid, isHere }) => uid !== message.senderId && isHere() && chat.users.includes(uid),
  );
  for (const reader of chance.some(others, chance.between(0, 3))) {
    await reader.read(chat.id, message.seq);
    counts.reads += 1;
    if (!chance.happens(0.3)) continue;
    await reader.react(message, chance.oneOf(usual));
    counts.reactions += 1;
  }
}

/** At least two thirds are always online. */
export function comeAndGo({ participants, chance, counts }: Scene): void {
  const here = participants.filter((one) => one.isHere());
  const away = participants.filter((one) => !one.isHere());
  if (away.length > 0 && chance.happens(0.5)) {
    chance.oneOf(away).come();
    counts.came += 1;
  } else if (here.length > 2 && here.length > (participants.length * 2) / 3) {
    chance.oneOf(here).go();
    counts.went += 1;
  }
}
