import { describe, expect, test } from 'vitest';
import { pillsOf, type ReactionState, withWishes } from './reactions.ts';

const hearts = (count: number, mine = false): ReactionState => ({
  reactions: count > 0 ? { '❤️': count } : {},
  myReactions: mine ? ['❤️'] : [],
});

describe('a reaction counts at once', () => {
  test('when it is given, among those of others', () => {
    expect(withWishes(hearts(2), { '❤️': true })).toEqual(hearts(3, true));
    expect(withWishes(hearts(0), { '❤️': true })).toEqual(hearts(1, true));
  });

  test('when it is taken back, and is gone with the last one', () => {
    expect(withWishes(hearts(2, true), { '❤️': false })).toEqual(hearts(1));
    expect(withWishes(hearts(1, true), { '❤️': false })).toEqual(hearts(0));
  });

  test('never below zero, whatever the server told', () => {
    expect(withWishes({ reactions: {}, myReactions: ['❤️'] }, { '❤️': false })).toEqual(hearts(0));
  });

  test('once: when the server has it already, the wish adds nothing', () => {
    expect(withWishes(hearts(3, true), { '❤️': true })).toEqual(hearts(3, true));
    expect(withWishes(hearts(2), { '❤️': false })).toEqual(hearts(2));
  });
});

test('pills stand in the order of the picker, others after them', () => {
  const reactions = { '🎉': 1, '🌻': 4, '👍': 2, '🙏': 1 };
  expect(pillsOf({ reactions, myReactions: ['🙏'] })).toEqual([
    { emoji: '👍', count: 2, mine: false },
    { emoji: '🙏', count: 1, mine: true },
    { emoji: '🎉', count: 1, mine: false },
    { emoji: '🌻', count: 4, mine: false },
  ]);
});
