import { setTimeout as wait } from 'node:timers/promises';
import { comeAndGo, type Counts, type Scene, write } from './acts.ts';
import { createConversations } from './conversations.ts';

export interface Flood {
  readonly counts: Counts;
  /** The last failure, for the person at the terminal. */
  lastFailure(): string | null;
  readonly ended: Promise<void>;
}

type Options = Pick<Scene, 'participants' | 'only' | 'chance'> & {
  /** Messages per second. */
  readonly rate: number;
  readonly signal: AbortSignal;
};

/** With more acts than this in progress, the product is slower than the requested rate. */
const mostAtOnce = 60;
const moveEvery = 3000;

/** People write, type, read, react, come and go until `signal`; then running acts are finished, and everyone leaves. */
export function startFlood({ participants, only, chance, rate, signal }: Options): Flood {
  const counts = { messages: 0, reactions: 0, reads: 0, came: 0, went: 0, failures: 0 };
  const conversations = createConversations(participants, chance);
  const scene: Scene = { participants, only, chance, counts, conversations };
  const underWay = new Set<Promise<void>>();
  let lastFailure: string | null = null;

  function begin(): void {
    const doing = write(scene)
      .catch((error: unknown) => {
        counts.failures += 1;
        lastFailure = error instanceof Error ? error.message : String(error);
      })
      .finally(() => underWay.delete(doing));
    underWay.add(doing);
  }

  async function run(): Promise<void> {
    for (const person of participants) person.come();
    let nextMove = Date.now() + moveEvery;
    while (!signal.aborted) {
      if (underWay.size < mostAtOnce) begin();
      if (Date.now() > nextMove) {
        comeAndGo(scene);
        nextMove = Date.now() + moveEvery;
      }
      // People do not write at regular intervals: the pauses vary, and are right on average.
      const pause = (-Math.log(1 - chance.next()) * 1000) / rate;
      await wait(Math.min(pause, 5000), undefined, { signal }).catch(() => {});
    }
    await Promise.all(underWay);
    for (const person of participants) person.go();
  }

  return { counts, lastFailure: () => lastFailure, ended: run() };
}
