import type { AnswerOf, Call } from '@koinonia/contracts/call.ts';
import { session } from '../session/session.ts';
import { request } from './request.ts';

/** What is not fetched by then is asked for anew: it may no more be so. */
const keptFor = 20_000;

const asked = new Map<Call, Promise<unknown>>();

/** Asks for something that the page needs as soon as it is drawn, so that the answer comes while the scripts still do. */
export function askFirst(call: Call) {
  const answer = request(call);
  // Whoever takes it hears of what has failed.
  answer.catch(() => undefined);
  asked.set(call, answer);
  setTimeout(() => asked.delete(call), keptFor);
}

/** The answer to what was asked first, for one who wants it; asked for now where that was not so. */
export function firstAnswer<C extends Call>(call: C): Promise<AnswerOf<C>> {
  const answer = asked.get(call);
  asked.delete(call);
  return (answer as Promise<AnswerOf<C>> | undefined) ?? (request as (call: Call) => Promise<AnswerOf<C>>)(call);
}

// What one person was told is not for the next.
session.subscribe(() => asked.clear());
