import { directKeyOf } from '@koinonia/chat/chats/direct-key.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { occasions, teams } from '../people/teams.ts';
import type { Chance } from '../random.ts';
import type { Speaker } from '../talk/talk.ts';

export interface Member extends Speaker {
  readonly canBeChosen: boolean;
}

/** A chat that will be written, without its messages. */
export interface PlannedChat {
  readonly id: string;
  /** Null for a direct chat, or for a group without a name. */
  readonly name: string | null;
  readonly isGroup: boolean;
  readonly members: readonly Member[];
  readonly begins: Date;
  readonly ends: Date;
  /** The planned number of messages. */
  readonly size: number;
}

interface Wanted {
  readonly people: readonly Member[];
  readonly messages: number;
  readonly now: Date;
  /** The direct chats that already exist. */
  readonly taken: ReadonlySet<string>;
}

const day = 24 * 3600 * 1000;

/**
 * Plans chats with this total of messages: most for teams and occasions, the others for direct chats; as in real life, a few
 * are busy and many are quiet. Throws when there are fewer than two people.
 */
export function planChats({ people, messages, now, taken }: Wanted, chance: Chance): PlannedChat[] {
  if (people.length < 2) throw new Error('a chat needs two people');
  const pairs = pairsOf(people, taken, chance);
  const inGroups = pairs.length === 0 ? messages : Math.round(messages * 0.65);
  const groups = sizesOf(inGroups, Math.max(3, Math.round(people.length / 6))).map((size, place) => ({
    ...groupAt(place, people, chance),
    ...timesAt(place, now, chance),
    size,
  }));
  const directs = sizesOf(messages - inGroups, pairs.length).map((size, place) => ({
    id: newId(),
    name: null,
    isGroup: false,
    members: pairs[place] ?? [],
    ...timesAt(place, now, chance),
    size,
  }));
  return [...groups, ...directs].filter(({ size }) => size > 0);
}

/** Divides a whole into shares, larger ones first; nothing is lost to rounding. */
function sizesOf(whole: number, places: number): number[] {
  const weights = Array.from({ length: places }, (_, place) => 1 / (place + 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const sizes = weights.map((weight) => Math.floor((whole * weight) / sum));
  const rest = whole - sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size, place) => size + (place < rest ? 1 : 0));
}

function groupAt(place: number, people: readonly Member[], chance: Chance) {
  const group = { id: newId(), isGroup: true };
  if (place === 0) return { ...group, name: 'Whole base', members: people.slice(0, 400) };
  const known = [...teams.map(({ name }) => name), ...occasions];
  const name = known[(place - 1) % known.length] ?? '';
  const again = Math.floor((place - 1) / known.length);
  const isNamed = !chance.happens(0.06);
  return {
    ...group,
    name: isNamed ? `${name}${again > 0 ? ` (${again + 1})` : ''}` : null,
    members: circle(people, chance.between(3, Math.min(40, people.length)), chance),
  };
}

/** People from the demo sign-in are in more groups than others, because users look at their screens. */
function circle(people: readonly Member[], count: number, chance: Chance): Member[] {
  const chosen = people.filter(({ canBeChosen }) => canBeChosen && chance.happens(0.4));
  return [...new Set([...chosen, ...chance.some(people, count)])].slice(0, Math.max(2, count));
}

/** About two direct chats per person, two thirds of them with someone from the demo sign-in. */
function pairsOf(people: readonly Member[], taken: ReadonlySet<string>, chance: Chance): Member[][] {
  const known = new Set(taken);
  const chosen = people.filter(({ canBeChosen }) => canBeChosen);
  const pairs: Member[][] = [];
  for (let place = 0; place < people.length * 2; place += 1) {
    const one = chance.oneOf(chosen.length > 0 && place % 3 !== 2 ? chosen : people);
    const pair = [one, chance.oneOf(people.filter((other) => other !== one))];
    const key = directKeyOf(pair.map(({ uid }) => uid));
    if (known.has(key)) continue;
    known.add(key);
    pairs.push(pair);
  }
  return pairs;
}

/** A third of the chats is active today; the others became silent some time ago. */
function timesAt(place: number, now: Date, chance: Chance): { begins: Date; ends: Date } {
  const age = chance.between(30, 240) * day;
  const silent = place % 3 === 0 ? chance.next() * 0.3 * day : chance.next() ** 3 * age * 0.9;
  return { begins: new Date(now.getTime() - age), ends: new Date(now.getTime() - silent - 60_000) };
}
