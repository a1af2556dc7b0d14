import { setTimeout as wait } from 'node:timers/promises';
import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import type { Chance } from '../random.ts';
import { createConversations } from './conversations.ts';
import type { Participant } from './participant.ts';

export interface Counts {
  messages: number;
  reactions: number;
  reads: number;
  came: number;
  went: number;
  failures: number;
}

export interface Flood {
  readonly counts: Counts;
  /** What failed last, for the person at the terminal. */
  lastFailure(): string | null;
}

interface Options {
  readonly participants: readonly Participant[];
  /** Chats to talk in; all of theirs when it is left out. */
  readonly only?: ((chat: Chat) => boolean) | undefined;
  /** Messages a second. */
  readonly rate: number;
  readonly chance: Chance;
  readonly signal: AbortSignal;
}

/** More than this at once is not waited for by anybody: the product is slower than what is asked of it. */
const mostAtOnce = 60;

/** People write, type, read, react, come and go until `signal`; then what has begun is finished, and all leave. */
export function startFlood(options: Options): Flood & { ended: Promise<void> } {
  const { participants, rate, chance, signal } = options;
  const counts: Counts = { messages: 0, reactions: 0, reads: 0, came: 0, went: 0, failures: 0 };
  const conversations = createConversations(participants, chance);
  const underWay = new Set<Promise<void>>();
  let lastFailure: string | null = null;

  function begin(act: () => Promise<void>): void {
    const doing = act()
      .catch((error: unknown) => {
        counts.failures += 1;
        lastFailure = error instanceof Error ? error.message : String(error);
      })
      .finally(() => underWay.delete(doing));
    underWay.add(doing);
  }

  async function write(): Promise<void> {
    const somebody = chance.oneOf(participants.filter((person) => person.isHere()));
    const chats = somebody.chats.filter(options.only ?? (() => true)).slice(0, 8);
    if (chats.length === 0) return;
    const chat = chance.oneOf(chats);
    const next = conversations.next(chat);
    if (!next) return;
    next.speaker.type(chat.id);
    await wait(chance.between(600, 2200));
    const { text, mentions } = next.line;
    const message = await next.speaker.say(chat.id, { text, mentions, replyTo: next.repliesTo });
    next.said(message.seq);
    counts.messages += 1;
    await answer(chat, message, next.speaker);
  }

  /** Some of the others read it, and one may react. */
  async function answer(chat: Chat, message: Message, speaker: Participant): Promise<void> {
    const others = participants.filter((one) => one !== speaker && one.isHere() && chat.users.includes(one.uid));
    for (const reader of chance.some(others, chance.between(0, 3))) {
      await reader.read(chat.id, message.seq);
      counts.reads += 1;
      if (!chance.happens(0.3)) continue;
      await reader.react(message, chance.oneOf(['👍', '❤️', '😂', '🙏', '🎉']));
      counts.reactions += 1;
    }
  }

  /** Two thirds at least are always here. */
  function comeAndGo(): void {
    const [here, away] = [participants.filter((one) => one.isHere()), participants.filter((one) => !one.isHere())];
    if (away.length > 0 && chance.happens(0.5)) {
      chance.oneOf(away).come();
      counts.came += 1;
    } else if (here.length > 2 && here.length > (participants.length * 2) / 3) {
      chance.oneOf(here).go();
      counts.went += 1;
    }
  }

  async function run(): Promise<void> {
    for (const person of participants) person.come();
    let nextMove = Date.now() + 3000;
    while (!signal.aborted) {
      if (underWay.size < mostAtOnce) begin(write);
      if (Date.now() > nextMove) {
        comeAndGo();
        nextMove = Date.now() + 3000;
      }
      // People do not write by the clock: the pauses differ, and are right on average.
      const pause = (-Math.log(1 - chance.next()) * 1000) / rate;
      await wait(Math.min(pause, 5000), undefined, { signal }).catch(() => {});
    }
    await Promise.all(underWay);
    for (const person of participants) person.go();
  }

  return { counts, lastFailure: () => lastFailure, ended: run() };
}
