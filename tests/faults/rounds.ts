import { appendFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { createRandom, type Random } from './random.ts';

/** The result for one line of the table. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly passes: string;
  readonly rounds: number;
  readonly passed: number;
  /** Maximum ms from the end of the fault until everything was in order; null where it does not apply. */
  readonly worst: number | null;
}

/** The number of rounds from `npm run faults`; `npm test` does one, the short form. */
const roundsAsked = Number(process.env['FAULT_ROUNDS'] ?? 1);
export const soakMinutes = Number(process.env['FAULT_MINUTES'] ?? 0);
const seed = process.env['FAULT_SEED'] ?? randomUUID().slice(0, 8);
const roundWithin = 180_000;

/**
 * One line of the table as a test: the requested number of rounds, each with its own random choices; or `once`, for a test
 * that takes as long as many rounds.
 */
export function faultTest(
  fault: Pick<Result, 'id' | 'title' | 'passes'>,
  oneRound: (random: Random) => Promise<number | null>,
  options: { once?: boolean; within?: number } = {},
): void {
  const rounds = options.once ? 1 : roundsAsked;
  const { id, title, passes } = fault;
  test(`${id} ${title}`, { timeout: rounds * (options.within ?? roundWithin) }, async () => {
    const times: (number | null)[] = [];
    const failures: unknown[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      try {
        times.push(await oneRound(createRandom(`${seed} ${id} ${round}`)));
      } catch (failure) {
        console.error(`${id} failed in round ${round} of ${rounds}; FAULT_SEED=${seed}`, failure);
        failures.push(failure);
      }
    }
    const measured = times.filter((time) => time !== null);
    const worst = measured.length > 0 ? Math.max(...measured) : null;
    record({ id, title, passes, rounds, passed: rounds - failures.length, worst });
    const [cause] = failures;
    if (cause !== undefined) throw new Error(`${failures.length} of ${rounds} rounds failed: ${cause}`, { cause });
  });
}

function record(result: Result): void {
  const file = process.env['FAULT_RESULTS'];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}
