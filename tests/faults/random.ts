import { setTimeout as wait } from 'node:timers/promises';

/** Random choices that are the same for the same seed, so that a failed round can be repeated. */
export interface Random {
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** Resolves after a random time (ms) between these two. */
  moment(low?: number, high?: number): Promise<void>;
}

export function createRandom(seed: string): Random {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  // mulberry32: small, and good enough to choose moments.
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    between,
    pick(list) {
      const picked = list[Math.floor(next() * list.length)];
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
    moment: (low = 0, high = 1500) => wait(between(low, high)),
  };
}
