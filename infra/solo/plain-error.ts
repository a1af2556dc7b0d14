import { ConfigError } from '@koinonia/kit/config.ts';

/** A failure of the start whose message is for the person at the terminal: what is wrong and what to do. */
export class PlainError extends Error {
  override name = 'PlainError';
}

/** What is said of a failure of the start. What nobody foresaw is shown whole, for whoever has to find out. */
export function inPlainWords(error: unknown): string {
  if (error instanceof PlainError || error instanceof ConfigError) return error.message;
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (/ENOSPC|no space left on device/i.test(told)) return 'The disk is full. Free some space and start again.';
  return `The product could not start.\n${told}`;
}
