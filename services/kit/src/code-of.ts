/**
 * The code of an error of the system, of PostgreSQL or of a client library, such as `ENOSPC` or `23505`; empty for an error
 * without one.
 */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
