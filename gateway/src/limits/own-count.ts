const aMinute = 60_000;
const tidyEvery = 1000;
const most = 50_000;

/** The calls of one person or address in their minute, and its end by the monotonic clock, which nobody can set. */
interface Minute {
  used: number;
  readonly endsAt: number;
}

export interface Counted {
  /** 0 when the call is allowed. */
  readonly msToWait: number;
  /** Takes the call back, in the minute in which it was counted. */
  giveBack(): Promise<void>;
}

/** Counts in this process's memory, for a limited number of people and addresses: the oldest entries are dropped first. */
export function createOwnCount(points: number) {
  const minutes = new Map<string, Minute>();
  let tidiedAt = performance.now();

  /** The entries are ordered by their start, and so by their end. */
  function tidy(at: number): void {
    const isFull = minutes.size >= most;
    if (!isFull && at - tidiedAt < tidyEvery) return;
    tidiedAt = at;
    let surplus = isFull ? most / 2 : 0;
    for (const [whose, { endsAt }] of minutes) {
      if (endsAt > at && surplus <= 0) return;
      minutes.delete(whose);
      surplus -= 1;
    }
  }

  function begin(whose: string, at: number): Minute {
    tidy(at);
    const minute = { used: 0, endsAt: at + aMinute };
    minutes.delete(whose);
    minutes.set(whose, minute);
    return minute;
  }

  return {
    /** Counts one call. */
    take(whose: string): Counted {
      const at = performance.now();
      const known = minutes.get(whose);
      const minute = known && known.endsAt > at ? known : begin(whose, at);
      minute.used += 1;
      return {
        msToWait: minute.used > points ? minute.endsAt - at : 0,
        async giveBack() {
          minute.used -= 1;
        },
      };
    },
    size: () => minutes.size,
  };
}
