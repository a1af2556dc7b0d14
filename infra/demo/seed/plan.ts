import { newId } from '@koinonia/kit/ids.ts';
import { occasions, teams } from '../people/teams.ts';
import type { Chance } from '../random.ts';
import type { Speaker } from '../talk/talk.ts';

export interface Member extends Speaker {
  readonly canBeChosen: boolean;
}

/** A chat that is to be written, before anything is said in it. */
export interface PlannedChat {
  readonly id: string;
  /** Null: the chat of two. */
  readonly name: string | null;
  readonly isGroup: boolean;
  readonly members: readonly Member[];
  readonly begins: Date;
  readonly ends: Date;
  /** How many messages it is to have. */
  readonly size: number;
}

export const directKeyOf = (uids: readonly string[]): string => uids.toSorted().join(' ');

const day = 24 * 3600 * 1000;
const months = 8 * 30 * day;

interface Wanted {
  readonly people: readonly Member[];
  readonly messages: number;
  readonly now: Date;
  /** The direct chats that there are. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Chats that together have so many messages: teams and occasions have most of them, chats of two the others; a few are
 * busy and many are quiet, as with people. Throws when there are fewer than two people.
 */
export function planChats({ people, messages, now, taken }: Wanted, chance: Chance): PlannedChat[] {
  if (people.length < 2) throw new Error('a chat needs two people');
  const groups = Math.max(3, Math.round(people.length / 6));
  const pairs = Math.max(3, people.length * 2);
  const inGroups = Math.round(messages * 0.65);
  return [
    ...sizesOf(inGroups, groups).map((size, place) => groupChat(place, size)),
    ...directChats(sizesOf(messages - inGroups, pairs)),
  ].filter(({ size }) => size > 0);

  function groupChat(place: number, size: number): PlannedChat {
    const isWhole = place === 0;
    const members = isWhole ? people.slice(0, 400) : circle(chance.between(3, Math.min(40, people.length)));
    return {
      id: newId(),
      name: isWhole ? 'Whole base' : groupName(place),
      isGroup: true,
      members,
      size,
      ...timesOf(place),
    };
  }

  function groupName(place: number): string | null {
    const known = [...teams.map(({ name }) => name), ...occasions];
    const again = Math.floor((place - 1) / known.length);
    const name = known[(place - 1) % known.length] ?? null;
    if (again > 0 && name) return `${name} (${again + 1})`;
    return chance.happens(0.06) ? null : name;
  }

  /** Who can be chosen at the demo sign-in belongs to more than others: it is their screens that are looked at. */
  function circle(count: number): Member[] {
    const chosen = people.filter((person) => person.canBeChosen && chance.happens(0.4));
    const others = chance.some(people, count);
    return [...new Set([...chosen, ...others])].slice(0, Math.max(2, count));
  }

  function directChats(sizes: readonly number[]): PlannedChat[] {
    const known = new Set(taken);
    return sizes.flatMap((size, place): PlannedChat[] => {
      const members = pairOf(place, known);
      if (!members) return [];
      known.add(directKeyOf(members.map(({ uid }) => uid)));
      return [{ id: newId(), name: null, isGroup: false, members, size, ...timesOf(place) }];
    });
  }

  function pairOf(place: number, known: ReadonlySet<string>): Member[] | null {
    const chosen = people.filter(({ canBeChosen }) => canBeChosen);
    for (let tries = 0; tries < 50; tries += 1) {
      const one = chosen.length > 0 && place % 3 !== 2 ? chance.oneOf(chosen) : chance.oneOf(people);
      const other = chance.oneOf(people);
      if (one !== other && !known.has(directKeyOf([one.uid, other.uid]))) return [one, other];
    }
    return null;
  }

  function timesOf(place: number): { begins: Date; ends: Date } {
    const begins = now.getTime() - chance.between(30, 240) * (months / 240);
    // The first third goes on today; the others fell silent some time ago.
    const silent = place % 3 === 0 ? chance.next() * 0.3 * day : chance.next() ** 3 * (now.getTime() - begins) * 0.9;
    return { begins: new Date(begins), ends: new Date(now.getTime() - silent - 60_000) };
  }
}

/** Shares of a whole, each about as large as its place is early; none is lost to rounding. */
export function sizesOf(whole: number, places: number): number[] {
  const weights = Array.from({ length: places }, (_, place) => 1 / (place + 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const sizes = weights.map((weight) => Math.floor((whole * weight) / sum));
  const rest = whole - sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size, place) => size + (place < rest ? 1 : 0));
}
