import { type Workbench, type WorkbenchOptions, createWorkbench } from './workbench.ts';
import type { Answers, ImageTask } from './tasks.ts';

/** Inspects and processes images in separate processes, which are ended when there is nothing to do. */
export interface Workshop {
  /**
   * Rejects with `ImageRefused` when the image itself is invalid, and with `ImageProcessDied` when the process died during
   * the work or took too long. Of tasks that wait, one person's first comes before another's second.
   */
  run<Task extends ImageTask>(task: Task, whose?: string): Promise<Answers[Task['task']]>;
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
  const waiting: { turn: number; begin: (bench: Workbench) => void }[] = [];
  /** The tasks of each person that wait or are under way. */
  const tasks = new Map<string, number>();
  let closed = false;

  function take(turn: number): Promise<Workbench> {
    const bench = free.pop();
    if (bench) return Promise.resolve(bench);
    const behind = waiting.findIndex((one) => one.turn > turn);
    const place = behind < 0 ? waiting.length : behind;
    return new Promise((begin) => void waiting.splice(place, 0, { turn, begin }));
  }
  function giveBack(bench: Workbench): void {
    const next = waiting.shift();
    if (next) next.begin(bench);
    else free.push(bench);
  }
  function count(whose: string, change: 1 | -1): number {
    const before = tasks.get(whose) ?? 0;
    if (before + change === 0) tasks.delete(whose);
    else tasks.set(whose, before + change);
    return before;
  }

  return {
    async run(task, whose = '') {
      const bench = await take(count(whose, 1));
      try {
        if (closed) throw new WorkshopClosed();
        return await bench.run(task).catch((error: unknown) => {
          throw closed ? new WorkshopClosed() : error;
        });
      } finally {
        count(whose, -1);
        giveBack(bench);
      }
    },
    close() {
      closed = true;
      for (const bench of all) bench.end();
    },
  };
}
