import type { AnswerOf, Call } from '@koinonia/contracts/call.ts';
import { session } from '../session/session.ts';
import { request } from './request.ts';

/** Milliseconds. An answer that nobody has taken by then may be out of date, and is asked for again. */
const keptFor = 20_000;

const asked = new Map<Call, Promise<unknown>>();
const wanted = new Map<Call, AbortController>();

/** Ends the answer that was asked for before: nobody waits for it any more, and on a slow line it would hold this one up. */
function ask<C extends Call>(call: C): Promise<AnswerOf<C>> {
  wanted.get(call)?.abort();
  const here = new AbortController();
  wanted.set(call, here);
  return (request as (call: Call, input: { signal: AbortSignal }) => Promise<AnswerOf<C>>)(call, {
    signal: here.signal,
  });
}

/** Asks early for something that the page needs as soon as it is drawn, so that the answer arrives while the scripts load. */
export function askFirst(call: Call) {
  const answer = ask(call);
  // The caller that takes the answer handles the error.
  answer.catch(() => undefined);
  asked.set(call, answer);
  setTimeout(() => asked.delete(call), keptFor);
}

/** Takes the answer that `askFirst` has asked for; asks now if there is none. For one caller at a time. */
export function firstAnswer<C extends Call>(call: C): Promise<AnswerOf<C>> {
  const answer = asked.get(call);
  asked.delete(call);
  return (answer as Promise<AnswerOf<C>> | undefined) ?? ask(call);
}

// Answers for one person must not reach the next one.
session.subscribe(() => asked.clear());
