import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

const askEvery = 5000;
const askFirstEvery = 500;
/** Ms for an answer; a slower one says too little about when the time was read. */
const answersWithin = 2000;
/** Ms by which two correct clocks may differ. */
const harmless = 1000;

/** The time at one moment of the monotonic clock, which nobody can set; null until the first answer. */
let known: { time: number; at: number } | null = null;
/** The number of active `followClock` calls. */
let following = 0;

/**
 * The time that all processes use, in ms since 1970: the database's clock, or this machine's own clock until the database
 * has answered. Otherwise a machine whose clock is minutes wrong would refuse all statements and tokens of the others,
 * and a machine whose clock is set back would trust old answers for too long.
 */
export const now = () => (known ? Math.floor(known.time + performance.now() - known.at) : Date.now());

/**
 * Resolves once the time is known, after `within` ms at the latest, or at once where nothing is followed. A process that
 * answers earlier on a machine with a wrong clock would refuse valid tokens.
 */
export async function timeIsTold(within: number): Promise<void> {
  for (const until = performance.now() + within; following > 0 && !known && performance.now() < until;) await wait(20);
}

/** Ms by which this machine's own clock is ahead of `now()`. */
export const clockOffset = () => (known ? Date.now() - now() : 0);

/**
 * Asks for the time every 5 s and uses it from then on; `ask` resolves with ms since 1970. While both agree to within a
 * second, the time is left as it is, so that it never jumps on a correct machine. Call the returned function to end.
 */
export function followClock(ask: () => Promise<number>, log: Logger): () => void {
  let timer: NodeJS.Timeout;
  let closed = false;
  following += 1;

  async function compare() {
    const askedAt = performance.now();
    const told = await ask();
    const at = performance.now();
    const here = now();
    const took = at - askedAt;
    if (closed || took > answersWithin || !Number.isFinite(told)) return;
    const time = told + took / 2;
    const apart = here - time;
    const isRight = Math.abs(apart) < harmless + took / 2;
    if (known && isRight) return;
    if (!isRight) log.warn({ seconds: apart / 1000 }, "this machine's clock is wrong: the database's time is used");
    known = { time: isRight ? here : time, at };
  }

  async function run() {
    // A failed call is repeated later; stores that are away are reported elsewhere.
    await compare().catch(() => {});
    if (!closed) timer = setTimeout(run, known ? askEvery : askFirstEvery).unref();
  }
  void run();

  return () => {
    if (!closed) following -= 1;
    closed = true;
    clearTimeout(timer);
  };
}
