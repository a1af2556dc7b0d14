import { codeOf } from '../code-of.ts';

const codes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether a request failed before it had a connection, so that it cannot have been carried out. */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(neverConnected);
  if ('syscall' in error && error.syscall === 'connect') return true;
  return codes.has(codeOf(error));
}
