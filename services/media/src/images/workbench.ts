import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { ImageRefused } from './image-refused.ts';
import type { Answers, Delivery, ImageTask, Order } from './tasks.ts';

const script = fileURLToPath(new URL('./image-process.ts', import.meta.url));
/** Ms for one image; then the process is killed. The image library's own limit is a little shorter. */
const timeLimit = 30_000;
/** Ms without work after which the process is ended, because a small server needs its memory. */
const idleLimit = 30_000;

/** The image process died during its work, or took too long. A retry may succeed. */
export class ImageProcessDied extends Error {
  override name = 'ImageProcessDied';
}

export interface WorkbenchOptions {
  /** The `nice` value of the process. */
  readonly niceness: number;
  /** Never ended for being idle, for work that people wait for. */
  readonly staysReady: boolean;
  readonly log: Logger;
}

/** One image process, started on demand. It works on one task at a time. */
export interface Workbench {
  run<Task extends ImageTask>(task: Task): Promise<Answers[Task['task']]>;
  end(): void;
}

export function createWorkbench({ niceness, staysReady, log }: WorkbenchOptions): Workbench {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  let orders = 0;

  function end() {
    child?.kill('SIGKILL');
    child = null;
  }

  function ready(): ChildProcess {
    if (idle) clearTimeout(idle);
    if (child) return child;
    const started = fork(script, [String(niceness)], {
      // It gets none of our environment, which contains the keys of every store.
      env: { MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('error', (err) => log.warn({ err }, 'the image process could not be started or ended'));
    started.once('exit', () => {
      if (child === started) child = null;
    });
    started.unref();
    started.channel?.unref();
    child = started;
    return started;
  }

  async function run<Task extends ImageTask>(task: Task): Promise<Answers[Task['task']]> {
    const delivery = await deliveryOf(ready(), { id: ++orders, task });
    if ('refused' in delivery) throw new ImageRefused(delivery.refused);
    return delivery.done as Answers[Task['task']];
  }

  return {
    async run(task) {
      try {
        return await run(task);
      } catch (error) {
        // Whatever happened to it, the next image gets a new process.
        if (error instanceof ImageProcessDied) end();
        throw error;
      } finally {
        if (!staysReady) idle = setTimeout(end, idleLimit).unref();
      }
    },
    end,
  };
}

function deliveryOf(child: ChildProcess, order: Order): Promise<Delivery> {
  const { promise, resolve, reject } = Promise.withResolvers<Delivery>();
  const take = (delivery: Delivery) => delivery.id === order.id && resolve(delivery);
  const died = (code: number | null, signal: string | null) =>
    reject(new ImageProcessDied(`the image process ended with ${signal ?? code}`));
  const timer = setTimeout(() => reject(new ImageProcessDied('the image process took too long')), timeLimit);
  child.on('message', take).once('exit', died);
  child.send(order, (error) => error && reject(new ImageProcessDied(error.message)));
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', take).off('exit', died);
  });
}
