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
