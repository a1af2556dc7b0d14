import type { SystemLine } from './chat.ts';

/**
 * What a system line says in English, with `{doer}`, `{people}` and `{name}` for names: the message's own `text` has those of
 * its moment, a page shows today's.
 */
export function systemSentence(line: SystemLine): string {
  switch (line.kind) {
    case 'added':
      return '{doer} added {people}';
    case 'removed':
      return '{doer} removed {people}';
    case 'left':
      return '{doer} left';
    case 'renamed':
      return line.name === null ? '{doer} removed the chat’s name' : '{doer} named the chat “{name}”';
    case 'picture':
      return line.removed ? '{doer} removed the chat’s picture' : '{doer} changed the chat’s picture';
  }
}

/** Scripts from right to left: Hebrew, Arabic, Syriac, Thaana and N’Ko, and their presentation forms. */
const fromTheRight = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc]/u;

/**
 * The text of a system line for a place where texts are shown in the direction of their first letter. If that belongs to a name
 * from right to left, a mark (U+200E) before it keeps the sentence English: otherwise the one who did it and the one to whom it
 * was done would change places.
 */
export const leftToRight = (text: string): string => (fromTheRight.test(text) ? `\u200e${text}` : text);
