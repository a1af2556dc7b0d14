import type { Logger } from '@koinonia/kit/log.ts';
import { type Bench, createBench, ImageProcessDied } from './bench.ts';
import type { Answers, ImageTask } from './tasks.ts';

/** Where images are worked on: in processes of their own, started when there is work and ended when there is none. */
export interface Workshop {
  /**
   * Rejects with `ImageRefused` when the image is to blame for good, and with `ImageProcessDied` when the process died
   * over it or took too long.
   */
  run<Task extends ImageTask>(task: Task): Promise<Answers[Task['task']]>;
  /** Ends the processes, in the middle of their work if need be. */
  close(): void;
}

/** Images that are worked on at the same time; the others wait for their turn. */
export const workshopSize = 2;

export function createWorkshop(log: Logger): Workshop {
  const free: Bench[] = Array.from({ length: workshopSize }, () => createBench(log));
  const all = [...free];
  const waiting: ((bench: Bench) => void)[] = [];
  let closed = false;

  const take = () => {
    const bench = free.pop();
    return bench ? Promise.resolve(bench) : new Promise<Bench>((resolve) => waiting.push(resolve));
  };
  const giveBack = (bench: Bench) => {
    const next = waiting.shift();
    if (next) next(bench);
    else free.push(bench);
  };

  return {
    async run(task) {
      const bench = await take();
      try {
        if (closed) throw new ImageProcessDied('the workshop is closed');
        return await bench.run(task);
      } finally {
        giveBack(bench);
      }
    },
    close() {
      closed = true;
      for (const bench of all) bench.end();
    },
  };
}
