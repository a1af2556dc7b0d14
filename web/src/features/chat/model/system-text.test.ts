import type { SystemLine } from '@koinonia/contracts/chat.ts';
import { expect, test } from 'vitest';
import { systemPieces } from './system-text.ts';

const names: Record<string, string> = { ana: 'Ana', bo: 'Bo', maryam: 'مريم' };

const pieces = (line: SystemLine, doer: string) =>
  systemPieces(line, { doer, me: 'me', nameOf: (uid) => names[uid] ?? '' });

const sentence = (line: SystemLine, doer: string) =>
  pieces(line, doer)
    .map(({ text }) => text)
    .join('');

test.each<[SystemLine, string, string]>([
  [{ kind: 'added', people: ['bo'] }, 'ana', 'Ana added Bo'],
  [{ kind: 'added', people: ['me', 'bo', 'maryam'] }, 'ana', 'Ana added you, Bo, and مريم'],
  [{ kind: 'removed', people: ['bo'] }, 'me', 'You removed Bo'],
  [{ kind: 'left' }, 'bo', 'Bo left'],
  [{ kind: 'renamed', name: 'Kitchen' }, 'ana', 'Ana named the chat “Kitchen”'],
  [{ kind: 'renamed', name: null }, 'ana', 'Ana removed the chat’s name'],
  [{ kind: 'picture', removed: false }, 'ana', 'Ana changed the chat’s picture'],
  [{ kind: 'picture', removed: true }, 'me', 'You removed the chat’s picture'],
  [{ kind: 'left' }, 'gone', 'Somebody left'],
])('%j by %s', (line, doer, expected) => {
  expect(sentence(line, doer)).toBe(expected);
});

test('names are apart from the sentence around them, which may have another direction; “you” is none', () => {
  const namesIn = (line: SystemLine, doer: string) =>
    pieces(line, doer).flatMap(({ text, isName }) => (isName ? [text] : []));
  expect(namesIn({ kind: 'added', people: ['me', 'bo', 'maryam'] }, 'ana')).toEqual(['Ana', 'Bo', 'مريم']);
  expect(namesIn({ kind: 'removed', people: ['maryam'] }, 'me')).toEqual(['مريم']);
  expect(namesIn({ kind: 'renamed', name: 'فريق المطبخ' }, 'me')).toEqual(['فريق المطبخ']);
});
