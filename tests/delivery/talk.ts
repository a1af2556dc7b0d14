import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chat } from '@koinonia/contracts/chat.ts';
import { BroadcastMessage } from '@koinonia/contracts/chat.ts';
import { expect } from 'vitest';
import { isOnlyForNow } from '../support/api.ts';
import { follow, type Follower } from '../support/follower.ts';
import { openSocket } from '../support/live-socket.ts';
import { isLong } from '../support/long-form.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { breaches } from './checker.ts';
import type { Attempt, Record, Seen } from './record.ts';

const settlesWithin = 10_000;
const tryAgainAfter = 200;
/** Average ms between two messages of one person. Messages are most of the cost of a talk. */
const betweenWords = isLong ? 200 : 400;
/** Ms in which they continue after the last fault is over. */
const goOnFor = isLong ? 2000 : 1000;
/** Ms without an answer after which a message is sent again. */
const answersWithin = 10_000;

/** Twelve people in six chats who talk steadily, and a thirteenth who is in none of them and listens. */
export interface Talk {
  /** Resolves when so many more messages have been acknowledged. */
  flows(count: number): Promise<void>;
  /** Stops new messages. Resolves when all messages have been answered. */
  fallsSilent(): Promise<void>;
  /**
   * Must be called when the last fault is over: everything must be in order within 10 s of it. Ends the talk, waits for open
   * answers, and fails with every remaining breach of the promise. Resolves with the ms until all earlier messages had been
   * answered and were visible to everyone.
   */
  mustSettle(): Promise<number>;
  /** The highest number of tries that any message needed. */
  mostTries(): number;
  /** The longest time in ms that anybody waited for any answer. */
  longestAnswer(): number;
  /** The longest time in ms without an event, among people whose connection never ended. 0 if there are none. */
  longestSilence(): number;
  /** How often anybody's connection had to be renewed. */
  reconnections(): number;
  /** When connections ended (ms since 1970). */
  endings(): number[];
  stop(): void;
}

export async function startTalk(product: Product): Promise<Talk> {
  const everyone = await people(product, 13, { answersWithin });
  const outsider = everyone.at(-1)!;
  const staff = everyone.slice(0, 12);
  const chats = await sixChats(staff);
  const followers = await Promise.all(everyone.map((person) => follow(product, person)));
  const eavesdropper = await openSocket(product.origins[0]!, outsider.token);
  expect(await eavesdropper.join(chats)).toMatchObject({ joined: [] });
  const attempts: Attempt[] = [];
  let talking = true;
  let isOver = false;
  let unanswered = 0;
  let mostTries = 0;
  let longestAnswer = 0;

  async function say(person: Person, chat: Chat, text: string) {
    const attempt: Attempt = {
      chatId: chat.id,
      clientId: randomUUID(),
      senderId: person.uid,
      text,
      acknowledged: null,
    };
    attempts.push(attempt);
    unanswered += 1;
    for (let tries = 1; attempt.acknowledged === null && !isOver; tries += 1) {
      const asked = Date.now();
      mostTries = Math.max(mostTries, tries);
      try {
        const { id, seq } = await person.send(chat, text, attempt.clientId);
        attempt.acknowledged = { id, seq };
      } catch (error) {
        // It is sent again with the same `clientId`.
        if (!isOnlyForNow(error)) throw error;
        longestAnswer = Math.max(longestAnswer, Date.now() - asked);
        await wait(tryAgainAfter);
        continue;
      }
      longestAnswer = Math.max(longestAnswer, Date.now() - asked);
    }
    unanswered -= 1;
  }

  async function speak(person: Person, own: readonly Chat[]) {
    for (let turn = 1; talking; turn += 1) {
      const chat = own[turn % own.length]!;
      await say(person, chat, `${person.name}, word ${turn}`);
      await wait(betweenWords * (0.5 + Math.random()));
    }
  }

  const speaking = staff.map((person) =>
    speak(
      person,
      chats.filter(({ users }) => users.includes(person.uid)),
    ),
  );
  const refused: unknown[] = [];
  for (const one of speaking) one.catch((error: unknown) => refused.push(error));

  async function fallsSilent(within = settlesWithin) {
    talking = false;
    await expect.poll(() => [unanswered, refused], { timeout: within, interval: 50 }).toEqual([0, []]);
  }

  const acknowledged = () => attempts.filter((attempt) => attempt.acknowledged).length;
  return {
    async flows(count) {
      const before = acknowledged();
      await expect.poll(acknowledged, { timeout: 30_000, interval: 50 }).toBeGreaterThanOrEqual(before + count);
    },
    fallsSilent,
    async mustSettle() {
      const healed = Date.now();
      const until = healed + settlesWithin;
      const recovered = whenAllStands(attempts.slice(), chats, followers, until).then((at) => at - healed);
      // The test includes messages after the fault, so the talk continues for some time.
      if (talking) await wait(goOnFor);
      await fallsSilent(Math.max(until - Date.now(), 1));
      await whenAllStands(attempts, chats, followers, until);
      const overheard = { person: outsider, events: eavesdropper.events };
      expect(inShort(breaches(await recordOf(chats, followers, [...followers, overheard], attempts)))).toEqual([]);
      return recovered;
    },
    mostTries: () => mostTries,
    longestAnswer: () => longestAnswer,
    longestSilence: () => Math.max(0, ...followers.filter(({ connections }) => connections() === 1).map(silenceOf)),
    reconnections: () => followers.reduce((sum, { connections }) => sum + connections() - 1, 0),
    endings: () => followers.flatMap(({ endings }) => endings),
    stop() {
      talking = false;
      isOver = true;
      followers.forEach((follower) => follower.stop());
      eavesdropper.close();
    },
  };
}

/** One fault of the product can cause hundreds of breaches. */
const inShort = (all: string[]) => (all.length <= 12 ? all : [...all.slice(0, 12), `and ${all.length - 12} more`]);

/** The time (ms since 1970) when all of these attempts were answered and visible in every member's client. */
async function whenAllStands(
  attempts: readonly Attempt[],
  chats: readonly Chat[],
  followers: readonly Follower[],
  until: number,
): Promise<number> {
  const open = () => attempts.some(({ acknowledged }) => !acknowledged);
  const isBehind = (chat: Chat) => {
    const said = Math.max(0, ...attempts.filter(({ chatId }) => chatId === chat.id).map(seqOf));
    return followers.some((follower) => chat.users.includes(follower.person.uid) && follower.view(chat).length < said);
  };
  while ((open() || chats.some(isBehind)) && Date.now() < until) await wait(20);
  return Date.now();
}

const seqOf = ({ acknowledged }: Attempt) => acknowledged?.seq ?? 0;

/** The longest time between two messages that a client received. */
function silenceOf({ events }: Follower): number {
  const heard = events.filter(({ name }) => name === 'newMessage').map(({ at }) => at);
  return Math.max(0, ...heard.slice(1).map((at, index) => at - heard[index]!));
}

/** Two direct chats, four groups of different sizes; everyone is in at least two. */
async function sixChats(staff: readonly Person[]): Promise<Chat[]> {
  const [ruth, ben, marta, tomas] = staff as [Person, Person, Person, Person, ...Person[]];
  return Promise.all([
    ruth.directChatWith(ben),
    marta.directChatWith(tomas),
    ruth.groupChatWith(staff.slice(1), 'All hands'),
    ruth.groupChatWith(staff.slice(1, 6), 'Kitchen team'),
    ben.groupChatWith(staff.slice(5, 9), 'Outreach on Friday'),
    marta.groupChatWith(staff.slice(8), 'Prayer watch'),
  ]);
}

/** What everybody has seen and heard by now, and then the histories, which take their time. */
async function recordOf(
  chats: readonly Chat[],
  followers: readonly Follower[],
  listeners: readonly Pick<Follower, 'person' | 'events'>[],
  attempts: readonly Attempt[],
): Promise<Record> {
  const members = new Map(chats.map(({ id, users }) => [id, new Set(users)]));
  const belongs = chats.flatMap((chat) =>
    followers.filter(({ person }) => chat.users.includes(person.uid)).map((follower) => ({ chat, follower })),
  );
  const views = belongs.map(({ chat, follower }): Seen => ({
    viewer: follower.person.uid,
    source: 'client',
    chatId: chat.id,
    messages: [...follower.view(chat)],
  }));
  const heard = listeners.flatMap(({ person, events }) =>
    events
      .filter(({ name }) => name === 'newMessage')
      .map(({ payload }) => ({ viewer: person.uid, message: BroadcastMessage.parse(payload) })),
  );
  // One after another: together they would be a load that a slow machine may refuse.
  const histories: Seen[] = [];
  for (const { chat, follower } of belongs) {
    const { uid, wholeHistory } = follower.person;
    histories.push({ viewer: uid, source: 'history', chatId: chat.id, messages: await wholeHistory(chat) });
  }
  return { members, attempts, seen: [...histories, ...views], heard };
}
