import { tooMuchAtOnce } from '@koinonia/kit/errors.ts';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Counted, createOwnCount } from './own-count.ts';

/** In these last ms of a minute nothing is given back: it might reach Redis in the next one. */
const reachesRedisWithin = 500;

/** The first three count per person; the others per address, where the person is not known yet. */
export const limitNames = ['call', 'send', 'newChat', 'signIn', 'callback', 'refused', 'socket'] as const;
export type LimitName = (typeof limitNames)[number];

/** The allowed number of each per minute. */
export type LimitSettings = Readonly<Record<LimitName, number>>;

/** A call that was counted and may turn out not to count. */
export interface Taken {
  /** Throws `too_many_requests` with the seconds to wait. Null while the limit is not exceeded. */
  readonly refuse: (() => never) | null;
  /** Takes back what turned out not to count. Does nothing once its minute has ended: the next one has not counted it. */
  giveBack(): Promise<void>;
}

/** Counts calls per person or address; a minute begins with the first call that is counted. */
export interface Limits {
  /** Counts one call; throws `too_many_requests` with the seconds to wait when the limit is exceeded. */
  count(limit: LimitName, whose: string): Promise<void>;
  /** Counts one call that may turn out not to count. */
  take(limit: LimitName, whose: string): Promise<Taken>;
}

export const noLimits: Limits = { async count() {}, take: async () => ({ refuse: null, async giveBack() {} }) };

/** With Redis, all gateways count together; while Redis is away, or without it, each counts for itself. */
export function createLimits(
  settings: LimitSettings,
  redis: Redis | null,
  onExceeded: (limit: LimitName) => void,
): Limits {
  const counters = Object.fromEntries(
    limitNames.map((name) => [name, createCounter(name, settings[name], redis)]),
  ) as Record<LimitName, Counter>;

  async function take(limit: LimitName, whose: string): Promise<Taken> {
    const { msToWait, giveBack } = await counters[limit](whose);
    const refuse = () => {
      onExceeded(limit);
      throw tooMany(msToWait);
    };
    return { refuse: msToWait > 0 ? refuse : null, giveBack };
  }

  return { take, count: async (limit, whose) => (await take(limit, whose)).refuse?.() };
}

/** Counts one call. */
type Counter = (whose: string) => Promise<Counted>;

function createCounter(name: LimitName, points: number, redis: Redis | null): Counter {
  const own = createOwnCount(points);
  if (!redis) return async (whose) => own.take(whose);
  const shared = new RateLimiterRedis({
    keyPrefix: `koinonia:limit:${name}`,
    points,
    duration: 60,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  });
  return async (whose) => {
    const at = performance.now();
    // Always, so that a late answer from Redis, or none, does not begin a new count.
    const counted = own.take(whose);
    const result = await shared.consume(whose).catch((refusal: unknown) => refusal);
    if (!(result instanceof RateLimiterRes)) return counted;
    const { consumedPoints, msBeforeNext } = result;
    const endsAt = at + msBeforeNext;
    return {
      msToWait: consumedPoints > points ? msBeforeNext : 0,
      async giveBack() {
        await counted.giveBack();
        // While Redis is away, the call stays counted until its minute ends.
        if (performance.now() < endsAt - reachesRedisWithin) await shared.reward(whose).catch(() => {});
      },
    };
  };
}

const tooMany = (msToWait: number) => tooMuchAtOnce({ retryAfter: Math.max(1, Math.ceil(msToWait / 1000)) });
