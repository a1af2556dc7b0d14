import { setTimeout as wait } from 'node:timers/promises';
import { chanceFrom } from '@koinonia/infra/demo/random.ts';

/** Random choices that are the same for the same seed, so that a failed round can be repeated. */
export interface Random {
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** Resolves after a random time (ms) between these two. */
  moment(low?: number, high?: number): Promise<void>;
}

export function createRandom(seed: string): Random {
  const chance = chanceFrom(hashOf(seed));
  const between = (low: number, high: number) => low + chance.next() * (high - low);
  return {
    between,
    pick: (list) => chance.oneOf(list),
    moment: (low = 0, high = 1500) => wait(between(low, high)),
  };
}

/** FNV-1a: texts that differ in one letter begin with other choices. */
const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);
