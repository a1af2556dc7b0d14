import { createImageProcess, type ImageProcess, type ImageProcessOptions } from './image-process.ts';
import type { Answers, ImageTask } from './tasks.ts';

/** Image processes for one kind of work. */
export interface ImagePool {
  /**
   * Rejects with `ImageRefused` when the image itself is invalid, and with `ImageProcessDied` when the process died during
   * the work or took too long. Of tasks that wait, one person's first comes before another's second.
   */
  run<Task extends ImageTask>(task: Task, whose?: string): Promise<Answers[Task['task']]>;
  /** Ends the processes, even in the middle of their work. */
  close(): void;
}

/** The process is about to end; the caller must ask another one. */
class ImagePoolClosed extends Error {
  override name = 'ImagePoolClosed';

  constructor() {
    super('the image pool is closed');
  }
}

interface ImagePoolOptions extends ImageProcessOptions {
  /** Number of images processed at the same time; further ones wait. */
  readonly size: number;
}

export function createImagePool({ size, ...options }: ImagePoolOptions): ImagePool {
  // The last one is taken first, so it is usually enough that this one stays ready.
  const free = Array.from({ length: size }, (_, index) =>
    createImageProcess({ ...options, staysReady: options.staysReady && index === size - 1 }),
  );
  const all = [...free];
  const waiting: { turn: number; begin: (imageProcess: ImageProcess) => void }[] = [];
  /** The tasks of each person that wait or are under way. */
  const tasks = new Map<string, number>();
  let closed = false;

  function take(turn: number): Promise<ImageProcess> {
    const imageProcess = free.pop();
    if (imageProcess) return Promise.resolve(imageProcess);
    const behind = waiting.findIndex((one) => one.turn > turn);
    const place = behind < 0 ? waiting.length : behind;
    return new Promise((begin) => void waiting.splice(place, 0, { turn, begin }));
  }
  function giveBack(imageProcess: ImageProcess): void {
    const next = waiting.shift();
    if (next) next.begin(imageProcess);
    else free.push(imageProcess);
  }
  function count(whose: string, change: 1 | -1): number {
    const before = tasks.get(whose) ?? 0;
    if (before + change === 0) tasks.delete(whose);
    else tasks.set(whose, before + change);
    return before;
  }

  return {
    async run(task, whose = '') {
      const imageProcess = await take(count(whose, 1));
      try {
        if (closed) throw new ImagePoolClosed();
        return await imageProcess.run(task).catch((error: unknown) => {
          throw closed ? new ImagePoolClosed() : error;
        });
      } finally {
        count(whose, -1);
        giveBack(imageProcess);
      }
    },
    close() {
      closed = true;
      for (const imageProcess of all) imageProcess.end();
    },
  };
}
