import { accessRestricted, type ErrorCode, errorStatus } from '@koinonia/contracts/errors.ts';
import { texts } from './texts.ts';

/**
 * A failure that the caller is told about: `text` is for the person, `code` for their program.
 * Details for the log go into `cause`. Anything else that is thrown becomes an opaque 500.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, text: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(text, { cause: options.cause });
    this.code = code;
    this.status = errorStatus[code];
    this.retryAfter = options.retryAfter;
  }
}

/** Refusals that need only a sentence; a person reads it. */
export const invalid = (text: string) => new AppError('invalid', text);
export const unauthenticated = (cause?: unknown) => new AppError('unauthenticated', texts.signIn, { cause });
export const sessionEnded = () => new AppError('session_ended', texts.sessionEnded);
export const forbidden = (text: string = texts.forbidden) => new AppError('forbidden', text);
export const conflict = (text: string) => new AppError('conflict', text);
export const domainRestricted = (domain: string) => new AppError('domain_restricted', accessRestricted(domain));
export const accountDeactivated = () => new AppError('account_deactivated', texts.deactivated);

/** The thing does not exist, or the caller may not see it: both look alike. */
export const notFound = (what: string) => new AppError('not_found', texts.notFound(what));

/** Somebody does more than their limit allows. */
export const tooMuchAtOnce = (options: { retryAfter?: number } = {}) =>
  new AppError('too_many_requests', texts.tooMuchAtOnce, options);

/** A store or a service that the answer depends on is away. */
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', texts.unavailable, {
    cause,
    retryAfter: 2,
  });
