import { maxMentions, mentionsEveryone, type Message } from '@koinonia/contracts/chat.ts';

/** Somebody who can be mentioned, by the name that is written after the @. */
export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

export const everyone: Mentionable = { id: mentionsEveryone, name: 'everyone' };

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Finds '@' and one of these names, the longest that fits; null when there is no name. What goes on as a word is another
 * name, and an @ within a word belongs to an e-mail address.
 */
export function mentionPattern(names: readonly string[]): RegExp | null {
  const wanted = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}_])@(?:${wanted.map(literally).join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}

/**
 * Who is mentioned in a text. Of several who are called alike, those that were picked from the list are meant; when none
 * was, all of them are.
 */
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

/** True for what somebody else wrote to this person by name, or to everyone. */
export const isMentioned = ({ mentions = [], senderId }: Pick<Message, 'mentions' | 'senderId'>, me: string) =>
  senderId !== me && (mentions.includes(me) || mentions.includes(mentionsEveryone));
