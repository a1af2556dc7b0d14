import { expect, test } from 'vitest';
import { everyone, isMentioned, mentionsIn } from './mentions.ts';

const people = [
  everyone,
  { id: 'ana', name: 'Ana' },
  { id: 'analucia', name: 'Ana Lúcia Ferreira' },
  { id: 'maryam', name: 'مريم' },
  { id: 'ben1', name: 'Ben' },
  { id: 'ben2', name: 'Ben' },
  { id: 'haeun', name: 'Kim Ha-eun' },
  { id: 'odd', name: 'Jo (kitchen) *' },
];

test.each([
  ['Thanks @Ana!', ['ana']],
  ['@Ana Lúcia Ferreira cooks', ['analucia']],
  ['@Anabel is somebody else', []],
  ['write to me@Ana.example', []],
  ['شكرا @مريم', ['maryam']],
  ['@everyone and @Ana', ['everyone', 'ana']],
  ['@Kim Ha-eun!', ['haeun']],
  ['ask @Jo (kitchen) *, please', ['odd']],
  ['@Ana @Ana', ['ana']],
  ['@ana', []],
  ['nobody', []],
])('%s', (text, expected) => {
  expect(mentionsIn(text, people, [])).toEqual(expected);
});

test('of two who are called alike, the one that was picked is meant, else both', () => {
  expect(mentionsIn('@Ben', people, ['ben2'])).toEqual(['ben2']);
  expect(mentionsIn('@Ben', people, [])).toEqual(['ben1', 'ben2']);
});

test('nobody is mentioned where there is nobody', () => expect(mentionsIn('@Ana', [], [])).toEqual([]));

test('one is mentioned by others, by name or with everyone', () => {
  expect(isMentioned({ senderId: 'ana', mentions: ['me'] }, 'me')).toBe(true);
  expect(isMentioned({ senderId: 'ana', mentions: ['everyone'] }, 'me')).toBe(true);
  expect(isMentioned({ senderId: 'me', mentions: ['everyone'] }, 'me')).toBe(false);
  expect(isMentioned({ senderId: 'ana' }, 'me')).toBe(false);
});
