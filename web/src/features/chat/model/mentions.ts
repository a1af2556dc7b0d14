import { maxMentions, mentionsEveryone, type Message } from '@koinonia/contracts/chat.ts';

/** A person who can be mentioned, with the name that follows the @. */
export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

export const everyone: Mentionable = { id: mentionsEveryone, name: 'everyone' };

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Matches '@' and one of these names, the longest that fits; null when there are no names. If a name is followed by
 * more letters, it is another name; an @ within a word belongs to an e-mail address.
 */
export function mentionPattern(names: readonly string[]): RegExp | null {
  const wanted = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}_])@(?:${wanted.map(literally).join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}

/** The people mentioned in a text. Among namesakes, those picked from the list are meant; if none was picked, all of them. */
export function mentionsIn(text: string, people: readonly Mentionable[], picked: readonly string[]): string[] {
  const pattern = mentionPattern(people.map((person) => person.name));
  if (pattern === null) return [];
  const found = new Set<string>();
  for (const [written] of text.matchAll(pattern)) {
    const called = people.filter((person) => `@${person.name}` === written);
    const chosen = called.filter((person) => picked.includes(person.id));
    for (const person of chosen.length > 0 ? chosen : called) found.add(person.id);
  }
  return [...found].slice(0, maxMentions);
}

/** True for a message of somebody else that mentions this person or everyone. */
export const isMentioned = ({ mentions = [], senderId }: Pick<Message, 'mentions' | 'senderId'>, me: string) =>
  senderId !== me && (mentions.includes(me) || mentions.includes(mentionsEveryone));
