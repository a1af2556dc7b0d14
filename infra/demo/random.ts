/** Random choices that are the same for the same seed: a seeded product looks alike on two machines. */
export interface Chance {
  /** At least 0 and less than 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability, from 0 to 1. */
  happens(share: number): boolean;
  /** One of these; throws for an empty list. */
  oneOf<Item>(items: readonly Item[]): Item;
  /** This many different ones of these, or all if there are fewer. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

export function chanceFrom(start: number): Chance {
  let state = start >>> 0;
  // Mulberry32: small, fast, and random enough to look natural.
  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    happens: (share) => next() < share,
    oneOf(items) {
      const chosen = items[between(0, items.length - 1)];
      if (chosen === undefined) throw new Error('there is nothing to choose from');
      return chosen;
    },
    some(items, count) {
      const left = [...items];
      const chosen = [];
      while (chosen.length < count && left.length > 0) chosen.push(...left.splice(between(0, left.length - 1), 1));
      return chosen;
    },
  };
}
