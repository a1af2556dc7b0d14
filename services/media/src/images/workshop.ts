import { type Workbench, type WorkbenchOptions, createWorkbench } from './workbench.ts';
import type { Answers, ImageTask } from './tasks.ts';

/** Inspects and processes images in separate processes, which are ended when there is nothing to do. */
export interface Workshop {
  /**
   * Rejects with `ImageRefused` when the image itself is invalid, and with `ImageProcessDied` when the process died during
   * the work or took too long.
   */
  run<Task extends ImageTask>(task: Task): Promise<Answers[Task['task']]>;
  /** Ends the processes, even in the middle of their work. */
  close(): void;
}

/** The process is about to end; the caller must ask another one. */
class WorkshopClosed extends Error {
  override name = 'WorkshopClosed';

  constructor() {
    super('the workshop is closed');
  }
}

interface WorkshopOptions extends WorkbenchOptions {
  /** Number of images processed at the same time; further ones wait. */
  readonly size: number;
}

export function createWorkshop({ size, ...options }: WorkshopOptions): Workshop {
  // The last bench is taken first, so it is usually enough that this one stays ready.
  const free = Array.from({ length: size }, (_, index) =>
    createWorkbench({ ...options, staysReady: options.staysReady && index === size - 1 }),
  );
  const all = [...free];
  const waiting: ((bench: Workbench) => void)[] = [];
  let closed = false;

  const take = () => {
    const bench = free.pop();
    return bench ? Promise.resolve(bench) : new Promise<Workbench>((resolve) => waiting.push(resolve));
  };
  const giveBack = (bench: Workbench) => {
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
