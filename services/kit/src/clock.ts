import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

const askEvery = 5000;
const askFirstEvery = 500;
/** Ms for an answer; one that took longer says too little of when it was given. */
const answersWithin = 2000;
/** Ms that clocks are apart on machines that are in order. */
const harmless = 1000;

/** What the time was at a moment of the clock that only runs on and that nobody sets; null until somebody has told. */
let known: { time: number; at: number } | null = null;
/** How many ask for the time. */
let following = 0;

/**
 * The time that all processes go by, in ms since 1970: that of the database, and this machine's own as long as nobody
 * has told. A machine whose clock is minutes wrong would otherwise refuse every statement and token of the others, and
 * one whose clock is set back would believe old answers for as long.
 */
export const now = () => (known ? Math.floor(known.time + performance.now() - known.at) : Date.now());

/**
 * Resolves once somebody has told the time, and after so many ms at the latest; at once where nobody is asked. Whoever
 * answered before would refuse what is good, on a machine whose clock is wrong.
 */
export async function timeIsTold(within: number): Promise<void> {
  for (const until = performance.now() + within; following > 0 && !known && performance.now() < until;) await wait(20);
}

/** Ms by which this machine's own clock is ahead of the time that all go by. */
export const clockOffset = () => Date.now() - now();

/**
 * Asks for the time every 5 s and goes by it from then on; `ask` resolves with ms since 1970. As long as both agree to a
 * second, the time stays as it is, so that it never jumps on a machine that is in order. Call what it gives back to end.
 */
export function followClock(ask: () => Promise<number>, log: Logger): () => void {
  let timer: NodeJS.Timeout;
  let closed = false;
  following += 1;

  async function compare() {
    const askedAt = performance.now();
    const told = await ask();
    const took = performance.now() - askedAt;
    if (closed || took > answersWithin || !Number.isFinite(told)) return;
    const time = told + took / 2;
    const apart = now() - time;
    const isRight = Math.abs(apart) < harmless + took / 2;
    if (known && isRight) return;
    if (!isRight) log.warn({ seconds: apart / 1000 }, 'the clock here is wrong: the time of the database counts');
    known = { time: isRight ? now() : time, at: performance.now() };
  }

  async function run() {
    // Whoever cannot be asked now is asked again; what tells of stores that are away is elsewhere.
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
