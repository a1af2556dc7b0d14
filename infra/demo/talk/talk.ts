import { mentionsEveryone } from '@koinonia/contracts/chat.ts';
import type { Language } from '../people/names.ts';
import type { Chance } from '../random.ts';
import { english } from './english.ts';
import { inOtherLanguages, oneWord } from './languages.ts';
import { filledIn } from './slots.ts';
import type { Thread } from './thread.ts';

export interface Speaker {
  readonly uid: string;
  readonly name: string;
  readonly language: Language;
}

export interface Line {
  readonly speaker: Speaker;
  readonly text: string;
  /** The distance in lines to the line that this one replies to; null when it replies to none. */
  readonly repliesTo: number | null;
  readonly mentions: readonly string[];
}

/** A short conversation among some of these people, at least two: in a language that they share, if there is one. */
export function conversation(people: readonly Speaker[], chance: Chance, isGroup: boolean): Line[] {
  const speakers = chance.some(people, isGroup ? chance.between(2, 5) : 2);
  const spokenOf = chance.some(people, 12);
  return chance.oneOf(threadsOf(speakers, chance, isGroup)).map((written, index): Line => {
    const [speaker, next] = [speakers[index % speakers.length], speakers[(index + 1) % speakers.length]];
    if (!speaker || !next) throw new Error('a conversation needs two people');
    const oneWordOnly = index > 0 && isGroup && chance.happens(0.04);
    const line = oneWordOnly ? oneWord[speaker.language] : written;
    // Nobody speaks of themselves by name.
    const names = spokenOf.filter((one) => one !== speaker).map(({ name }) => name);
    return lineOf(line, index, speaker, next, (text) => filledIn(text, chance, names));
  });
}

function threadsOf(speakers: readonly Speaker[], chance: Chance, isGroup: boolean): readonly Thread[] {
  const [first] = speakers;
  const shared = speakers.every(({ language }) => language === first?.language) ? first?.language : 'en';
  if (shared && shared !== 'en' && chance.happens(0.8)) return inOtherLanguages[shared];
  // With only two people, nobody mentions everyone, or the other by name.
  return isGroup ? english : english.filter(([opening]) => !/@everyone|\{mention\}/.test(opening ?? ''));
}

function lineOf(
  written: string,
  index: number,
  speaker: Speaker,
  called: Speaker,
  fillIn: (text: string) => string,
): Line {
  const isReply = written.startsWith('>');
  const text = fillIn(isReply ? written.slice(1) : written).replace('{mention}', `@${called.name}`);
  const mentions = text.includes(`@${called.name}`) ? [called.uid] : [];
  if (text.includes(`@${mentionsEveryone}`)) mentions.push(mentionsEveryone);
  return { speaker, text, repliesTo: isReply ? index : null, mentions };
}
