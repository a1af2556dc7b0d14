import { type Bench, type BenchOptions, createBench } from './bench.ts';
import type { Answers, ImageTask } from './tasks.ts';

/** Where images are looked at and worked on: in processes of their own, ended when there is nothing to do. */
export interface Workshop {
  /**
   * Rejects with `ImageRefused` when the image is to blame for good, and with `ImageProcessDied` when the process died
   * over it or took too long.
   */
  run<Task extends ImageTask>(task: Task): Promise<Answers[Task['task']]>;
  /** Ends the processes, in the middle of their work if need be. */
  close(): void;
}

/** The process is about to end; whatever was asked is to be asked of another one. */
class WorkshopClosed extends Error {
  override name = 'WorkshopClosed';

  constructor() {
    super('the workshop is closed');
  }
}

interface WorkshopOptions extends BenchOptions {
  /** Images that are worked on at the same time; the others wait for their turn. */
  readonly size: number;
}

export function createWorkshop({ size, ...options }: WorkshopOptions): Workshop {
  // The last is taken first, so that one stays ready is enough for most of the time.
  const free = Array.from({ length: size }, (_, index) =>
    createBench({ ...options, staysReady: options.staysReady && index === size - 1 }),
  );
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
        if (closed) throw new WorkshopClosed();
        return await bench.run(task).catch((error: unknown) => {
          throw closed ? new WorkshopClosed() : error;
        });
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
