const shortest = 1_000;
const longest = 15_000;

/** How long to wait before try number `attempt` (from 1). It doubles, with jitter, so that not all clients return at once. */
export function backoff(attempt: number, random = Math.random): number {
  const full = Math.min(longest, shortest * 2 ** Math.min(attempt - 1, 10));
  return full / 2 + (full / 2) * random();
}

/** Acts again after failures, each time a while later, until it succeeds. */
export class Retry {
  readonly #act: () => void;
  readonly #wait: (attempt: number) => number;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** `wait`: milliseconds before try number `attempt`. */
  constructor(act: () => void, wait: (attempt: number) => number = backoff) {
    this.#act = act;
    this.#wait = wait;
  }

  /** It is waiting for its next try. */
  get isPausing(): boolean {
    return this.#timer !== undefined;
  }

  /** After a failure: acts again after a pause, at least `atLeast` ms long. A pause that has begun stays as it is. */
  later(atLeast = 0) {
    if (this.isPausing) return;
    this.#failures += 1;
    this.after(Math.max(atLeast, this.#wait(this.#failures)));
  }

  /** Acts after this many ms, unless it is pausing already. */
  after(milliseconds: number) {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#act();
    }, milliseconds);
  }

  succeeded() {
    this.#failures = 0;
  }

  /** There is a new reason to try now: the next pause will be a short one again. */
  endPause() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
  }

  /** Never acts again. */
  stop() {
    this.#stopped = true;
    this.endPause();
  }
}
