import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { tooMuchAtOnce, unavailable } from '@koinonia/kit/errors.ts';

const mebibyte = 1024 * 1024;
/** Bytes. A smaller body is not counted: not even as many as there may be connections would matter. */
const small = 4096;
/** Bytes for the bodies of everybody, and of one. */
export const roomOfPeople = { ofAll: 128 * mebibyte, ofOne: 16 * mebibyte };
/** A room of their own: otherwise they could leave none for people who are signed in. */
export const roomOfStrangers = { ofAll: 16 * mebibyte, ofOne: mebibyte };
const comesAgainIn = 5;

/** Whoever sends bodies slowly, or never ends them, must not fill the memory in which the gateway holds them. */
export interface HeldBodies {
  /**
   * Makes room for a body until the answer has ended. Throws `too_many_requests` when bodies of the same person take their
   * share, and `unavailable` when there is no room at all.
   */
  hold(body: { headers: IncomingHttpHeaders; limit: number }, whose: string, answer: ServerResponse): void;
}

export function createHeldBodies({ ofAll, ofOne }: typeof roomOfPeople): HeldBodies {
  const held = new Map<string, number>();
  let sum = 0;

  function add(whose: string, bytes: number) {
    const own = (held.get(whose) ?? 0) + bytes;
    if (own > 0) held.set(whose, own);
    else held.delete(whose);
    sum += bytes;
  }

  return {
    hold(body, whose, answer) {
      const bytes = sizeOf(body);
      // Whoever has left meanwhile ends nothing any more.
      if (bytes <= small || answer.closed) return;
      if ((held.get(whose) ?? 0) + bytes > ofOne) throw tooMuchAtOnce({ retryAfter: comesAgainIn });
      if (sum + bytes > ofAll) throw unavailable('too many bodies are being held');
      add(whose, bytes);
      answer.once('close', () => add(whose, -bytes));
    },
  };
}

/** As it says of itself; one that does not may become as large as the call allows. */
function sizeOf({ headers, limit }: { headers: IncomingHttpHeaders; limit: number }): number {
  if (headers['transfer-encoding'] !== undefined) return limit;
  return Math.min(limit, Number(headers['content-length'] ?? 0));
}
