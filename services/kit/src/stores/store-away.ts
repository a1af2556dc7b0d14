import { codeOf } from '../code-of.ts';

/**
 * SQLSTATE codes of PostgreSQL for "not now": shutting down, starting, too many connections, too slow, locked, deadlocked, no
 * room, and read-only, as a replica is, or a server whose provider has stopped writes because its disk is full.
 */
const sqlStates = new Set(
  '57P01 57P02 57P03 53300 57014 55P03 25P03 08000 08003 08006 08001 40P01 53100 25006'.split(' '),
);
/** Of the operating system, and of undici for an answer that another service breaks off. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_BODY_TIMEOUT',
]);

/** pg and its pool throw these without a code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** Whether a failure means that a store or another service is away or too slow, so that a retry later may help. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isStoreAway);
  const code = codeOf(error);
  return sqlStates.has(code) || networkCodes.has(code) || messages.test(error.message);
}
