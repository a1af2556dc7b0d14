import { expect, test } from 'vitest';
import { peopleToChoose, stillToChoose } from './people-to-choose.ts';

const person = (uid: string, displayName: string, more = {}) => ({
  uid,
  displayName,
  email: `${uid}@base.example`,
  photoURL: '',
  ...more,
});
const people = [
  person('ben', 'Ben Boyd'),
  person('jose', 'José Álvarez'),
  person('me', 'Me'),
  person('gone', 'Gone', { active: false }),
];
const found = (words: string, first: readonly string[] = []) =>
  peopleToChoose(people, { without: ['me'], words, first }).map(({ uid }) => uid);

test('everyone but oneself and those who left can be chosen, by name', () => {
  expect(found('')).toEqual(['ben', 'jose']);
});

test('whoever was chosen comes first', () => {
  expect(found('', ['jose'])).toEqual(['jose', 'ben']);
  expect(found('ben', ['jose'])).toEqual(['ben']);
});

test('people are found by name or e-mail, without accents, by any of their words', () => {
  expect(found('alvarez jo')).toEqual(['jose']);
  expect(found('ben@base')).toEqual(['ben']);
  expect(found('nobody')).toEqual([]);
});

test('whoever has left since they were chosen is chosen no more; while nobody knows, everyone is', () => {
  expect(stillToChoose(['ben', 'gone', 'unknown'], people)).toEqual(['ben']);
  expect(stillToChoose(['ben', 'gone'], undefined)).toEqual(['ben', 'gone']);
});
