import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { ImageRefused } from './image-refused.ts';
import type { Answers, ImageReply, ImageRequest, ImageTask } from './tasks.ts';

const script = fileURLToPath(new URL('./child/image-child.ts', import.meta.url));
/** Ms for one image; then the process is killed. The image library's own limit is a little shorter. */
const timeLimit = 30_000;
/** Ms without work after which the process is ended, because a small server needs its memory. */
const idleLimit = 30_000;

/** The image process died during its work, or took too long. A retry may succeed. */
export class ImageProcessDied extends Error {
  override name = 'ImageProcessDied';
}

export interface ImageProcessOptions {
  /** The `nice` value of the process. */
  readonly niceness: number;
  /** Never ended for being idle, for work that people wait for. */
  readonly staysReady: boolean;
  readonly log: Logger;
}

/** One image process, started on demand. It works on one task at a time. */
export interface ImageProcess {
  run<Task extends ImageTask>(task: Task): Promise<Answers[Task['task']]>;
  end(): void;
}

export function createImageProcess({ niceness, staysReady, log }: ImageProcessOptions): ImageProcess {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  let requests = 0;

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
    const reply = await replyOf(ready(), { id: ++requests, task });
    if ('refused' in reply) throw new ImageRefused(reply.refused);
    return reply.done as Answers[Task['task']];
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

function replyOf(child: ChildProcess, request: ImageRequest): Promise<ImageReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageReply>();
  const take = (reply: ImageReply) => reply.id === request.id && resolve(reply);
  const died = (code: number | null, signal: string | null) =>
    reject(new ImageProcessDied(`the image process ended with ${signal ?? code}`));
  const timer = setTimeout(() => reject(new ImageProcessDied('the image process took too long')), timeLimit);
  child.on('message', take).once('exit', died);
  child.send(request, (error) => error && reject(new ImageProcessDied(error.message)));
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', take).off('exit', died);
  });
}
