import { expect, test } from 'vitest';
import { chanceFrom } from '../random.ts';
import { conversation, type Speaker } from './talk.ts';

const people: Speaker[] = ['Ana Lúcia Ferreira', 'Ben Boyd', 'Ruth Adeyemi'].map((name) => ({
  uid: name,
  name,
  language: name.startsWith('Ana') ? 'pt' : 'en',
}));

test.each([
  ['two people', people.slice(0, 2), false],
  ['a group', people, true],
])('nobody speaks of themselves by name, in a conversation of %s', (_, members, isGroup) => {
  const lines = Array.from({ length: 300 }, (_, seed) => conversation(members, chanceFrom(seed), isGroup)).flat();
  expect(lines.filter(({ text }) => people.some(({ name }) => text.includes(name)))).not.toEqual([]);
  expect(lines.filter(({ speaker, text }) => text.includes(speaker.name))).toEqual([]);
});
