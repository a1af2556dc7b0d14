import { AppError } from '@koinonia/kit/errors.ts';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export type LimitName = 'call' | 'send' | 'newChat' | 'signIn';

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
  const limiters: Record<LimitName, RateLimiterAbstract> = {
    call: createLimiter('call', settings.call, redis),
    send: createLimiter('send', settings.send, redis),
    newChat: createLimiter('newChat', settings.newChat, redis),
    signIn: createLimiter('signIn', settings.signIn, redis),
  };

  return {
    async count(limit, whose) {
      try {
        await limiters[limit].consume(whose);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(refusal.msBeforeNext);
      }
    },
    async giveBack(limit, whose) {
      await limiters[limit].reward(whose);
    },
  };
}

function createLimiter(name: LimitName, points: number, redis: Redis | null): RateLimiterAbstract {
  const settings = { keyPrefix: `koinonia:limit:${name}`, points, duration: 60 };
  const ownCount = new RateLimiterMemory(settings);
  if (!redis) return ownCount;
  return new RateLimiterRedis({
    ...settings,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: ownCount,
  });
}

const tooMany = (msToWait: number) =>
  new AppError('too_many_requests', 'That was too much at once. Please wait a moment.', {
    retryAfter: Math.max(1, Math.ceil(msToWait / 1000)),
  });
