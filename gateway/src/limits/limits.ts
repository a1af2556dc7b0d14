import { AppError } from '@koinonia/kit/errors.ts';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { texts } from '../texts.ts';
import { createOwnCount } from './own-count.ts';

/** The first three count per person; the others per address, where the person is not known yet. */
export type LimitName = 'call' | 'send' | 'newChat' | 'signIn' | 'refused' | 'socket';

/** The allowed number of each per minute. */
export type LimitSettings = Readonly<Record<LimitName, number>>;

/** Throws `too_many_requests` with the seconds to wait. */
export type Refuse = () => never;

/** Counts calls per person or address; a minute begins with the first call that is counted. */
export interface Limits {
  /** Counts one call; throws `too_many_requests` with the seconds to wait when the limit is exceeded. */
  count(limit: LimitName, whose: string): Promise<void>;
  /** Counts one call that may turn out not to count; how to refuse it if it does, or null while the limit is not exceeded. */
  take(limit: LimitName, whose: string): Promise<Refuse | null>;
  /** Takes back a call that turned out not to count. */
  giveBack(limit: LimitName, whose: string): Promise<void>;
}

export const noLimits: Limits = { async count() {}, take: async () => null, async giveBack() {} };

/** With Redis, all gateways count together; while Redis is away, or without it, each counts for itself. */
export function createLimits(
  settings: LimitSettings,
  redis: Redis | null,
  onExceeded: (limit: LimitName) => void,
): Limits {
  const counters: Record<LimitName, Counter> = {
    call: createCounter('call', settings.call, redis),
    send: createCounter('send', settings.send, redis),
    newChat: createCounter('newChat', settings.newChat, redis),
    signIn: createCounter('signIn', settings.signIn, redis),
    refused: createCounter('refused', settings.refused, redis),
    socket: createCounter('socket', settings.socket, redis),
  };

  async function take(limit: LimitName, whose: string): Promise<Refuse | null> {
    const msToWait = await counters[limit].take(whose);
    if (msToWait <= 0) return null;
    return () => {
      onExceeded(limit);
      throw tooMany(msToWait);
    };
  }

  return {
    take,
    count: async (limit, whose) => (await take(limit, whose))?.(),
    giveBack: (limit, whose) => counters[limit].giveBack(whose),
  };
}

interface Counter {
  /** Returns ms to wait, or 0 when the call is allowed. */
  take(whose: string): Promise<number>;
  giveBack(whose: string): Promise<void>;
}

function createCounter(name: LimitName, points: number, redis: Redis | null): Counter {
  const own = createOwnCount(points);
  if (!redis) {
    return { take: async (whose) => own.take(whose), giveBack: async (whose) => own.giveBack(whose) };
  }
  const shared = new RateLimiterRedis({
    keyPrefix: `koinonia:limit:${name}`,
    points,
    duration: 60,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  });
  return {
    take: (whose) =>
      shared.consume(whose).then(
        () => 0,
        (refusal: unknown) => (refusal instanceof RateLimiterRes ? refusal.msBeforeNext : own.take(whose)),
      ),
    giveBack: (whose) =>
      shared.reward(whose).then(
        () => {},
        () => own.giveBack(whose),
      ),
  };
}

const tooMany = (msToWait: number) =>
  new AppError('too_many_requests', texts.tooMuchAtOnce, {
    retryAfter: Math.max(1, Math.ceil(msToWait / 1000)),
  });
