import type { AnswerOf, Call } from '@koinonia/contracts/call.ts';
import { session } from '../session/session.ts';
import { request } from './request.ts';

/** Milliseconds. An answer that nobody has taken by then may be out of date, and is asked for again. */
const keptFor = 20_000;

const asked = new Map<Call, Promise<unknown>>();

/** Asks early for something that the page needs as soon as it is drawn, so that the answer arrives while the scripts load. */
export function askFirst(call: Call) {
  const answer = request(call);
  // The caller that takes the answer handles the error.
  answer.catch(() => undefined);
  asked.set(call, answer);
  setTimeout(() => asked.delete(call), keptFor);
}

/** Takes the answer that `askFirst` has asked for; asks now if there is none. */
export function firstAnswer<C extends Call>(call: C): Promise<AnswerOf<C>> {
  const answer = asked.get(call);
  asked.delete(call);
  return (answer as Promise<AnswerOf<C>> | undefined) ?? (request as (call: Call) => Promise<AnswerOf<C>>)(call);
}

// Answers for one person must not reach the next one.
session.subscribe(() => asked.clear());
