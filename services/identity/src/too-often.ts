import { now } from '@koinonia/kit/clock.ts';
import { AppError } from '@koinonia/kit/errors.ts';

const aDay = 24 * 60 * 60_000;

/** Somebody did something as often as they may within 24 hours, the first time at this moment. */
export function tooOftenToday(text: string, first: Date | null): AppError {
  const retryAfter = Math.max(Math.ceil(((first?.getTime() ?? 0) + aDay - now()) / 1000), 1);
  return new AppError('too_many_requests', text, { retryAfter });
}
