import type { Logger } from 'pino';
import type { JobHandling, JobQueue, JobQueueOptions } from './job-queue.ts';

interface Job {
  readonly id: string;
  /** As over a wire, so that nobody changes what another one works on. */
  readonly text: string;
  tries: number;
}

/** The queue of the solo form. What it holds is forgotten when the process ends. */
export function createMemoryQueue<Payload>(options: JobQueueOptions<Payload>, log: Logger): JobQueue<Payload> {
  const known = new Set<string>();
  const ready: Job[] = [];
  const resting = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let handling: JobHandling<Payload> | null = null;
  let closing = false;

  function takeNext(): void {
    while (handling && !closing && running.size < (handling.concurrency ?? 1)) {
      const job = ready.shift();
      if (!job) return;
      const run = tryJob(job, handling).finally(() => {
        running.delete(run);
        takeNext();
      });
      running.add(run);
    }
  }

  async function tryJob(job: Job, { handle, gaveUp }: JobHandling<Payload>): Promise<void> {
    job.tries += 1;
    const payload = options.payload.parse(JSON.parse(job.text));
    try {
      await handle(payload);
      known.delete(job.id);
    } catch (err) {
      log.warn({ err, queue: options.name, job: job.id, tries: job.tries }, 'a job failed');
      if (job.tries < options.attempts) return rest(job);
      known.delete(job.id);
      const error = err instanceof Error ? err : new Error(String(err));
      await gaveUp?.(payload, error).catch((cause: unknown) => log.error({ err: cause }, 'giving up on a job failed'));
    }
  }

  function rest(job: Job): void {
    if (closing) return;
    const timer = setTimeout(
      () => {
        resting.delete(timer);
        ready.push(job);
        takeNext();
      },
      options.backOff * 2 ** (job.tries - 1),
    );
    resting.add(timer);
  }

  return {
    async add(id, payload) {
      if (known.has(id)) return;
      known.add(id);
      ready.push({ id, text: JSON.stringify(options.payload.parse(payload)), tries: 0 });
      takeNext();
    },
    work(how) {
      handling = how;
      takeNext();
    },
    async depth() {
      return ready.length + resting.size + running.size;
    },
    async ping() {},
    async close() {
      closing = true;
      for (const timer of resting) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
