import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

/** Whoever has got a place so far, and how each one gives it back. */
function asking(most: number, names: readonly string[]) {
  const take = createPlaces(most);
  const begun: string[] = [];
  const leave = Object.fromEntries(names.map((name) => [name, take(() => begun.push(name))]));
  return { begun, leave: (name: string) => leave[name]?.() };
}

test('no more than so many have a place, and the next one gets the one that is given back', () => {
  const { begun, leave } = asking(3, ['one', 'two', 'three', 'four', 'five']);
  expect(begun).toEqual(['one', 'two', 'three']);
  leave('two');
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
});

test('a place is given back once', () => {
  const { begun, leave } = asking(1, ['one', 'two', 'three']);
  leave('one');
  leave('one');
  expect(begun).toEqual(['one', 'two']);
});

test('whoever stops waiting is passed over, and frees no place', () => {
  const { begun, leave } = asking(1, ['one', 'two', 'three']);
  leave('two');
  expect(begun).toEqual(['one']);
  leave('one');
  expect(begun).toEqual(['one', 'three']);
});
