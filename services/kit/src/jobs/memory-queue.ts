import type { Logger } from 'pino';
import type { JobHandling, JobQueue, JobQueueOptions } from './job-queue.ts';

interface Job {
  readonly id: string;
  /** A copy, as over a network, so that no two parts share an object. */
  readonly text: string;
  readonly turn: number;
  tries: number;
}

/** The queue of the solo form. Its jobs are lost when the process ends. */
export const createMemoryQueue = <Payload>(options: JobQueueOptions<Payload>, log: Logger): JobQueue<Payload> =>
  new MemoryQueue(options, log);

class MemoryQueue<Payload> implements JobQueue<Payload> {
  readonly #options: JobQueueOptions<Payload>;
  readonly #log: Logger;
  readonly #known = new Set<string>();
  readonly #ready: Job[] = [];
  readonly #resting = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #handling: JobHandling<Payload> | null = null;
  #closing = false;

  constructor(options: JobQueueOptions<Payload>, log: Logger) {
    this.#options = options;
    this.#log = log;
  }

  async add(id: string, payload: Payload, turn = 0) {
    if (this.#known.has(id)) return;
    const text = JSON.stringify(this.#options.payload.parse(payload));
    this.#known.add(id);
    this.#lineUp({ id, text, turn, tries: 0 });
  }

  work(handling: JobHandling<Payload>) {
    this.#handling = handling;
    this.#takeNext();
  }

  async depth() {
    return this.#ready.length + this.#resting.size + this.#running.size;
  }

  async ping() {}

  async close() {
    this.#closing = true;
    for (const timer of this.#resting) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #lineUp(job: Job) {
    const behind = this.#ready.findIndex(({ turn }) => turn > job.turn);
    this.#ready.splice(behind < 0 ? this.#ready.length : behind, 0, job);
    this.#takeNext();
  }

  #takeNext() {
    const handling = this.#handling;
    while (handling && !this.#closing && this.#running.size < (handling.concurrency ?? 1)) {
      const job = this.#ready.shift();
      if (!job) return;
      const run = this.#tryJob(job, handling).finally(() => {
        this.#running.delete(run);
        this.#takeNext();
      });
      this.#running.add(run);
    }
  }

  async #tryJob(job: Job, handling: JobHandling<Payload>): Promise<void> {
    const { name, payload: schema, attempts } = this.#options;
    job.tries += 1;
    const payload = schema.parse(JSON.parse(job.text));
    try {
      await handling.handle(payload);
      this.#known.delete(job.id);
    } catch (err) {
      this.#log.warn({ err, queue: name, job: job.id, tries: job.tries }, 'a job failed');
      if (job.tries < attempts) return this.#rest(job);
      this.#known.delete(job.id);
    }
  }

  #rest(job: Job) {
    if (this.#closing) return;
    const again = () => {
      this.#resting.delete(timer);
      this.#lineUp(job);
    };
    const timer = setTimeout(again, this.#options.backOff * 2 ** (job.tries - 1));
    this.#resting.add(timer);
  }
}
