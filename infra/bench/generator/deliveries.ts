/** The prefix of the time in every text that the bench sends. */
const mark = '"text":"at ';

/** The text of a message that is due at `at` (ms of this process's clock). */
export const textAt = (at: number) =>
  `at ${at.toFixed(3)}; a message as people write it, of about a hundred characters in all.`;

/** Counts the messages that arrive, and how long each was on its way. */
export class Deliveries {
  #latencies = new Float64Array(1 << 16);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  readonly take = (bytes: Buffer): void => {
    const at = bytes.indexOf(mark);
    if (at < 0) return;
    const begin = at + mark.length;
    const sent = Number(bytes.toString('latin1', begin, bytes.indexOf(0x3b, begin)));
    if (this.#count === this.#latencies.length) {
      const larger = new Float64Array(this.#latencies.length * 2);
      larger.set(this.#latencies);
      this.#latencies = larger;
    }
    this.#latencies[this.#count++] = performance.now() - sent;
  };

  clear(): void {
    this.#count = 0;
  }

  /** The time in ms within which this fraction (0 to 1) of the deliveries arrived. NaN when there were none. */
  percentiles(...parts: number[]): number[] {
    const sorted = this.#latencies.slice(0, this.#count).sort();
    return parts.map((part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN);
  }
}
