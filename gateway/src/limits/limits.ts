import { AppError } from '@koinonia/kit/errors.ts';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createOwnCount } from './own-count.ts';

/** The first three are a person's; the others are an address's, where nobody is known yet who could be counted. */
export type LimitName = 'call' | 'send' | 'newChat' | 'signIn' | 'refused' | 'socket';

/** How many of each may be done within a minute. */
export type LimitSettings = Readonly<Record<LimitName, number>>;

/** Counts what people do; a minute begins with the first of it. */
export interface Limits {
  /** Counts one; throws `too_many_requests` with the seconds to wait when it is one too many. */
  count(limit: LimitName, whose: string): Promise<void>;
  /** Takes one back that turned out not to count. */
  giveBack(limit: LimitName, whose: string): Promise<void>;
}

export const noLimits: Limits = { async count() {}, async giveBack() {} };

/** With Redis several gateways count together; while it is away, or without it, each counts for itself. */
export function createLimits(settings: LimitSettings, redis: Redis | null): Limits {
  const counters: Record<LimitName, Counter> = {
    call: createCounter('call', settings.call, redis),
    send: createCounter('send', settings.send, redis),
    newChat: createCounter('newChat', settings.newChat, redis),
    signIn: createCounter('signIn', settings.signIn, redis),
    refused: createCounter('refused', settings.refused, redis),
    socket: createCounter('socket', settings.socket, redis),
  };

  return {
    async count(limit, whose) {
      const msToWait = await counters[limit].take(whose);
      if (msToWait > 0) throw tooMany(msToWait);
    },
    giveBack: (limit, whose) => counters[limit].giveBack(whose),
  };
}

interface Counter {
  /** Ms to wait, 0 when it may be done. */
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
  new AppError('too_many_requests', 'That was too much at once. Please wait a moment.', {
    retryAfter: Math.max(1, Math.ceil(msToWait / 1000)),
  });
