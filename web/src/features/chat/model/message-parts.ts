import { textParts } from './links.ts';
import { mentionPattern, type Mentionable } from './mentions.ts';

export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly text: string; readonly ids: readonly string[] };

/** Splits a text into web addresses, mentioned names and the rest. */
export function messageParts(text: string, mentioned: readonly Mentionable[]): MessagePart[] {
  const pattern = mentionPattern(mentioned.map((person) => person.name));
  return textParts(text).flatMap((part): MessagePart[] => {
    if (part.href !== null) return [{ kind: 'link', text: part.text, href: part.href }];
    return pattern === null ? [{ kind: 'text', text: part.text }] : withMentions(part.text, pattern, mentioned);
  });
}

function withMentions(text: string, pattern: RegExp, mentioned: readonly Mentionable[]): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(pattern)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    const ids = mentioned.filter((person) => `@${person.name}` === written).map((person) => person.id);
    parts.push({ kind: 'mention', text: written, ids });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** A message longer than `whole` is folded to about this length. */
const folded = { characters: 500, lines: 10 };
const whole = { characters: 800, lines: 15 };

const linesOf = (text: string) => text.split('\n').length;

export const isLong = (text: string) => text.length > whole.characters || linesOf(text) > whole.lines;

/** The oldest browsers have none. */
const segmenter = Intl.Segmenter && new Intl.Segmenter();

/** Cuts a text without splitting a word or a character. */
function cut(text: string, most: number): string {
  const lines = text.split('\n').slice(0, folded.lines).join('\n');
  if (lines.length <= most) return lines.trimEnd();
  const space = lines.slice(0, most).search(/\s\S*$/);
  if (space > most / 2) return lines.slice(0, space).trimEnd();
  // Scripts without spaces are cut between any two characters; one may be as long as a family of emoji.
  const end = segmenter?.segment(lines).containing(most)?.index ?? most;
  return lines.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}

/** The beginning of a long message. An address is kept whole or left out: half of one leads elsewhere. */
export function foldedParts(parts: readonly MessagePart[]): MessagePart[] {
  const kept: MessagePart[] = [];
  let characters = 0;
  let lines = 1;
  for (const part of parts) {
    const wanted = characters + part.text.length <= folded.characters && lines + linesOf(part.text) - 1 <= folded.lines;
    if (!wanted) {
      const text = part.kind === 'text' ? cut(part.text, Math.max(1, folded.characters - characters)) : '';
      return [...kept, { kind: 'text', text: `${text}…` }];
    }
    kept.push(part);
    characters += part.text.length;
    lines += linesOf(part.text) - 1;
  }
  return kept;
}
