import { accessRestricted, type ErrorCode, errorStatus } from '@koinonia/contracts/errors.ts';

/**
 * A failure that the caller is told about: `text` is for the person, `code` for their program.
 * What a log should know besides goes into `cause`. Anything else that is thrown becomes an opaque 500.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which asking again may help. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, text: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(text, { cause: options.cause });
    this.code = code;
    this.status = errorStatus[code];
    this.retryAfter = options.retryAfter;
  }
}

/** For the ways of being refused that need no more than a sentence; it is read by a person. */
export const invalid = (text: string) => new AppError('invalid', text);
export const unauthenticated = (cause?: unknown) => new AppError('unauthenticated', 'Please sign in.', { cause });
export const forbidden = (text = 'You may not do this.') => new AppError('forbidden', text);
export const conflict = (text: string) => new AppError('conflict', text);
export const domainRestricted = (domain: string) => new AppError('domain_restricted', accessRestricted(domain));
export const accountDeactivated = () => new AppError('account_deactivated', 'This account has been deactivated.');

/** Not there, or not for this caller: the two look alike. */
export const notFound = (what = 'This') => new AppError('not_found', `${what} was not found.`);

/** A store or a service that this answer needs is away. */
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'The server cannot do this right now. Please try again in a moment.', {
    cause,
    retryAfter: 2,
  });
