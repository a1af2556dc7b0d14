import { z } from 'zod';

/** Every error code of the product, and its HTTP status. A closed list: clients switch on it. */
export const errorStatus = {
  malformed: 400,
  invalid: 400,
  unauthenticated: 401,
  /** Somebody has signed this device out: nothing of its person may stay on it. */
  session_ended: 401,
  domain_restricted: 403,
  account_deactivated: 403,
  forbidden: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  uri_too_long: 414,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every answer that is not a success. `error` is meant for a person, `code` for a program. */
export const ErrorBody = z.object({ error: z.string(), code: z.string() });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The message for people who sign in from outside the organisation. */
export const accessRestricted = (domain: string) => `Access restricted to ${domain} emails`;
